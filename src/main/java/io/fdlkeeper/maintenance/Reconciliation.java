package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Permit;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.store.KeyVersions;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingIncompleteException;
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
            }
            new DeletionMemory(workplace.state(), repository.store()).take(run.id());
            close(run);
        }
        removeProbes(permit);
    }

    private JournalEntry resolve(JournalEntry step) {
        if (step.action().equals("delete")) {
            boolean gone =
                    repository.store().reader().head(new ObjectKey(step.key())).isEmpty();
            return gone
                    ? step.with(ItemOutcome.DELETED.id(), "found gone after the process had ended")
                    : step.with(ItemOutcome.FAILED.id(), "still there after the process had ended");
        }
        if (step.action().equals(PlanAction.REMOVE_DELETE_MARKER.id())) {
            boolean back = repository
                    .store()
                    .reader()
                    .head(new ObjectKey(step.key()))
                    .filter(object -> object.etag().text().equals(step.etag()))
                    .isPresent();
            return back
                    ? step.with(ItemOutcome.RESTORED.id(), "found there after the process had ended")
                    : step.with(ItemOutcome.FAILED.id(), "not there after the process had ended");
        }
        if (step.action().equals(PlanAction.PURGE.id())) {
            boolean gone = KeyVersions.of(repository.store().hidden().versions(), new ObjectKey(step.key()))
                    .all()
                    .isEmpty();
            return gone
                    ? step.with(ItemOutcome.DELETED.id(), "found gone after the process had ended")
                    : step.with(ItemOutcome.FAILED.id(), "versions of it are there after the process had ended");
        }
        return step.with(ItemOutcome.FAILED.id(), "the process ended before it was answered");
    }

    /** A run that could not remove its probe, crashed or not, leaves that to the next one; the probes of other keepers are theirs. */
    private void removeProbes(Permit permit) {
        for (ListedObject object : listedAtRoot()) {
            String key = object.key().text();
            if (!key.startsWith(StoreProbe.PREFIX)) {
                continue;
            }
            String run = key.substring(StoreProbe.PREFIX.length());
            if (workplace.state().runs().find(run).isPresent()) {
                try (Journal journal = workplace.state().journals().open(run)) {
                    new PlanExecutor(repository.store(), permit, journal)
                            .delete("remove-probe", object, "left by an earlier run");
                }
            }
        }
    }

    /** A listing that breaks off refuses the job where the job itself lists; here it only leaves old probes for another time. */
    private List<ListedObject> listedAtRoot() {
        try {
            return repository.store().lister().listLevel("").objects();
        } catch (ListingIncompleteException e) {
            return List.of();
        }
    }

    private void close(RunRecord run) {
        Map<String, Long> statistics = new LinkedHashMap<>();
        workplace.state().journals().forEachResult(run.id(), entry -> {
            if (entry.result().equals(PlanExecutor.NOT_ASKED)) {
                return;
            }
            statistics.merge("outcome." + entry.result() + ".objects", 1L, Long::sum);
            statistics.merge("outcome." + entry.result() + ".bytes", entry.bytes(), Long::sum);
        });
        RunRecord ended = new RunRecord(
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
                run.stages());
        workplace.state().runs().end(ended);
        workplace.observer().ended(ended, Optional.empty());
    }
}
