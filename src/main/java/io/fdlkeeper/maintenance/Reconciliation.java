package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Permit;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.store.ObjectKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Closes runs whose process ended in their midst.
 *
 * <p>What they intended and left open is looked at, so that the account is true; nothing is done on their behalf, since the next run
 * starts with fresh facts. Only a probe object of theirs is removed.
 */
final class Reconciliation {

    private final Workplace workplace;
    private final ManagedRepository repository;

    Reconciliation(Workplace workplace, ManagedRepository repository) {
        this.workplace = workplace;
        this.repository = repository;
    }

    void ofCrashedRuns(Permit permit) {
        for (RunRecord run : workplace.state().runs().unfinished(repository.location())) {
            List<JournalEntry> unresolved = workplace.state().journals().unresolved(run.id());
            try (Journal journal = workplace.state().journals().open(run.id())) {
                List<JournalEntry> found = new ArrayList<>();
                unresolved.forEach(step -> found.add(resolve(step)));
                if (!found.isEmpty()) {
                    journal.record(found);
                }
                removeProbe(run.id(), new PlanExecutor(repository.store(), permit, journal));
            }
            close(run);
        }
    }

    private JournalEntry resolve(JournalEntry step) {
        if (step.action().equals("delete")) {
            boolean gone =
                    repository.store().reader().head(new ObjectKey(step.key())).isEmpty();
            return gone
                    ? step.with(ItemOutcome.DELETED.id(), "found gone after the process had ended")
                    : step.with(ItemOutcome.FAILED.id(), "still there after the process had ended");
        }
        return step.with(ItemOutcome.FAILED.id(), "the process ended before it was answered");
    }

    private void removeProbe(String run, PlanExecutor executor) {
        repository
                .store()
                .reader()
                .head(StoreProbe.keyOf(run))
                .ifPresent(probe -> executor.delete("remove-probe", probe, "left by a run that was interrupted"));
    }

    private void close(RunRecord run) {
        Map<String, Long> statistics = new LinkedHashMap<>();
        workplace.state().journals().forEachResult(run.id(), entry -> {
            statistics.merge("outcome." + entry.result() + ".objects", 1L, Long::sum);
            statistics.merge("outcome." + entry.result() + ".bytes", entry.bytes(), Long::sum);
        });
        workplace
                .state()
                .runs()
                .end(new RunRecord(
                        run.id(),
                        run.repository(),
                        run.job(),
                        run.actor(),
                        run.startedAt(),
                        Optional.of(workplace.clock().instant()),
                        Optional.of(RunOutcome.INTERRUPTED),
                        run.planDigest(),
                        statistics,
                        "the process ended before the run did; what it left open was looked at and written down",
                        run.stages()));
    }
}
