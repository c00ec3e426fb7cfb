package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Pause;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pauses jobs and lets them go on, each with who did it in the audit log. */
public final class PauseJobs {

    /** What stands in the audit log where a pause is for all repositories. */
    private static final String ALL = "all";

    private final Workplace workplace;

    public PauseJobs(Workplace workplace) {
        this.workplace = workplace;
    }

    /** Lists the pauses that count now. */
    public List<Pause> list() {
        Instant now = workplace.clock().instant();
        return workplace.state().pauses().list().stream()
                .filter(pause -> pause.isActive(now))
                .toList();
    }

    /** Returns the pause that keeps a job of a repository longest; empty when none does. */
    public Optional<Pause> of(ManagedRepository repository, JobKind job) {
        return Pause.longest(
                workplace.state().pauses().list(),
                repository.location(),
                job,
                workplace.clock().instant());
    }

    /**
     * Pauses, in the place of an earlier pause of the same scope. A scheduled job that runs stops after the batch in hand.
     *
     * @param repository a location; empty for all
     * @param job        empty for all
     */
    public Pause pause(
            Optional<String> repository, Optional<JobKind> job, String actor, String reason, Optional<Instant> until) {
        var pause = new Pause(repository, job, reason, actor, workplace.clock().instant(), until);
        workplace.state().pauses().put(pause);
        Map<String, String> details = details(job);
        until.ifPresent(end -> details.put("until", end.toString()));
        audit(repository, actor, "paused", details);
        return pause;
    }

    /** Ends the pause of exactly this scope; false when there is none. */
    public boolean resume(Optional<String> repository, Optional<JobKind> job, String actor) {
        boolean ended = workplace.state().pauses().remove(repository, job);
        if (ended) {
            audit(repository, actor, "resumed", details(job));
        }
        return ended;
    }

    private static Map<String, String> details(Optional<JobKind> job) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("job", job.map(JobKind::id).orElse(ALL));
        return details;
    }

    private void audit(Optional<String> repository, String actor, String action, Map<String, String> details) {
        workplace
                .state()
                .audit()
                .append(new AuditEvent(workplace.clock().instant(), actor, repository.orElse(ALL), action, details));
    }
}
