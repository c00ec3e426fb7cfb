package io.fdlkeeper.schedule;

import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.schedule.Situation.Room;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which jobs run: one at a time for each repository, and no more than a limit over all.
 *
 * <p>A collection reads what other repositories name, so it runs alone.
 */
final class Occupancy {

    private final int limit;
    private final Map<String, JobKind> running = new LinkedHashMap<>();

    Occupancy(int limit) {
        this.limit = limit;
    }

    synchronized Room roomFor(ScheduledJob job) {
        if (running.get(job.location()) == job.job()) {
            return Room.STILL_RUNNING;
        }
        boolean alone = running.isEmpty() || job.job() != JobKind.GC && !running.containsValue(JobKind.GC);
        return alone && running.size() < limit && !running.containsKey(job.location())
                ? Room.FREE
                : Room.TAKEN_BY_OTHERS;
    }

    synchronized void enter(ScheduledJob job) {
        if (running.putIfAbsent(job.location(), job.job()) != null) {
            throw new IllegalStateException("a job of " + job.location() + " runs already");
        }
    }

    synchronized void leave(ScheduledJob job) {
        running.remove(job.location());
    }

    synchronized int size() {
        return running.size();
    }
}
