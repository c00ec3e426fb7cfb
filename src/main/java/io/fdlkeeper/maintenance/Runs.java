package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.run.LeaseLostException;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Runs one job at a time per repository, and closes every run with a truthful outcome. */
final class Runs {

    private final Workplace workplace;

    Runs(Workplace workplace) {
        this.workplace = workplace;
    }

    /** Does something under the lease that is no run of its own, such as making a plan. */
    JobReport underLease(ManagedRepository repository, JobKind job, Function<Lease, JobReport> work) {
        Optional<Lease> lease = workplace.state().leases().tryTake(repository.location(), "plan-" + job.id());
        if (lease.isEmpty()) {
            return busy(repository, job);
        }
        try (Lease held = lease.get()) {
            return work.apply(held);
        }
    }

    /** Does a run: lease, crashed runs reconciled, record, work, end. */
    JobReport exclusively(
            ManagedRepository repository, JobKind job, String actor, Function<ActiveRun, JobReport> work) {
        String id = workplace.ids().get();
        Optional<Lease> lease = workplace.state().leases().tryTake(repository.location(), id);
        if (lease.isEmpty()) {
            return busy(repository, job);
        }
        try (Lease held = lease.get()) {
            new Reconciliation(workplace, repository).ofCrashedRuns(held.permit());
            RunRecord begun = new RunRecord(
                    id,
                    repository.location(),
                    job,
                    actor,
                    workplace.clock().instant(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    "",
                    List.of());
            workplace.state().runs().begin(begun);
            workplace.observer().began(begun);
            return close(repository, begun, held, work);
        }
    }

    private JobReport close(
            ManagedRepository repository, RunRecord begun, Lease held, Function<ActiveRun, JobReport> work) {
        DeletionMemory memory = new DeletionMemory(workplace.state(), repository.store());
        try (Journal journal = workplace.state().journals().open(begun.id())) {
            ActiveRun run = new ActiveRun(
                    begun.id(), held.permit(), journal, workplace.state().runs(), workplace.clock());
            JobReport report = work.apply(run).withRun(begun.id());
            memory.take(begun.id());
            end(begun, report);
            return report;
        } catch (RuntimeException e) {
            if (e instanceof LeaseLostException) {
                workplace.observer().leaseLost(begun);
            }
            JobReport failed = JobReport.of(
                            begun.job(), begun.repository(), JobOutcome.FAILED, String.valueOf(e.getMessage()))
                    .withRun(begun.id());
            // Each on its own: a store that fails now must not keep the run from its end.
            for (Runnable last : List.<Runnable>of(() -> memory.take(begun.id()), () -> end(begun, failed))) {
                try {
                    last.run();
                } catch (RuntimeException notWritten) {
                    e.addSuppressed(notWritten);
                }
            }
            throw e;
        }
    }

    private void end(RunRecord begun, JobReport report) {
        Instant now = workplace.clock().instant();
        Map<String, Long> statistics = new LinkedHashMap<>();
        report.plan()
                .ifPresent(plan -> plan.header().totals().forEach((name, totals) -> {
                    statistics.put(name + ".objects", totals.objects());
                    statistics.put(name + ".bytes", totals.bytes());
                }));
        report.outcomes().forEach((outcome, totals) -> {
            statistics.put("outcome." + outcome.id() + ".objects", totals.objects());
            statistics.put("outcome." + outcome.id() + ".bytes", totals.bytes());
        });
        if (!report.space().equals(Space.NONE)) {
            statistics.put("space.freed.bytes", report.space().freedBytes());
            statistics.put("space.hidden.bytes", report.space().hiddenBytes());
        }
        RunRecord ended = new RunRecord(
                begun.id(),
                begun.repository(),
                begun.job(),
                begun.actor(),
                begun.startedAt(),
                Optional.of(now),
                Optional.of(outcomeOf(report.outcome())),
                report.plan().map(plan -> plan.header().digest()),
                statistics,
                report.message(),
                List.of());
        workplace.state().runs().end(ended);
        audit(ended, report);
        workplace.observer().ended(ended, Optional.of(report));
    }

    private void audit(RunRecord ended, JobReport report) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("run", ended.id());
        details.put("outcome", report.outcome().id());
        report.plan().ifPresent(plan -> details.put("plan", plan.header().digest()));
        for (ItemOutcome outcome : report.outcomes().keySet()) {
            details.put(
                    outcome.id(), Long.toString(report.outcomes().get(outcome).objects()));
        }
        workplace
                .state()
                .audit()
                .append(new AuditEvent(
                        ended.endedAt().orElseThrow(),
                        ended.actor(),
                        ended.repository(),
                        "run-" + ended.job().id(),
                        details));
    }

    private static RunOutcome outcomeOf(JobOutcome outcome) {
        return switch (outcome) {
            case SUCCEEDED, PLANNED -> RunOutcome.SUCCEEDED;
            case PARTIAL -> RunOutcome.PARTIAL;
            case REFUSED, NEEDS_APPROVAL, BUSY -> RunOutcome.REFUSED;
            case STALE -> RunOutcome.STALE;
            case STOPPED -> RunOutcome.STOPPED;
            case VERIFICATION_FAILED, FAILED -> RunOutcome.FAILED;
        };
    }

    private JobReport busy(ManagedRepository repository, JobKind job) {
        workplace.observer().busy(repository.location(), job);
        return JobReport.of(
                job,
                repository.location(),
                JobOutcome.BUSY,
                "another run holds the lease on " + repository.location() + ": wait for it to end, or see 'run list'");
    }
}
