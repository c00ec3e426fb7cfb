package io.fdlkeeper.run;

/**
 * A job of a repository with its schedule.
 *
 * @param repository the repository's name
 * @param location   where it is, under which the state knows it
 */
public record ScheduledJob(String repository, String location, JobSchedule schedule) {

    public JobKind job() {
        return schedule.job();
    }

    /** Returns how a log names it. */
    public String text() {
        return job().id() + " of " + repository;
    }
}
