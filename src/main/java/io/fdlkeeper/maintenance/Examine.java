package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.store.ListedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Examines state and repository for what would hinder the keeper, before it does. */
public final class Examine {

    private final Workplace workplace;

    public Examine(Workplace workplace) {
        this.workplace = workplace;
    }

    /** One thing looked at: its name, whether it is well, and a sentence on what was seen and what to do. */
    public record Check(String name, boolean good, String sentence) {}

    /** Looks at the keeper's own state. */
    public Check ofState() {
        try {
            long entries = workplace.state().audit().verify();
            return new Check("audit", true, "the audit log's chain of " + entries + " entries is unbroken");
        } catch (RuntimeException e) {
            return new Check("audit", false, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Looks at a repository.
     *
     * @param write also writes and removes small probe objects, to see whether the store keeps its promises
     */
    public List<Check> of(ManagedRepository repository, String actor, boolean write) {
        List<Check> checks = new ArrayList<>();
        Observation observation = new Looking(workplace, repository).atRoots();
        if (observation.refusals().isEmpty()) {
            checks.add(new Check("roots", true, "refs, versions and their parents are as they should be"));
        }
        for (Refusal refusal : observation.refusals()) {
            checks.add(new Check(refusal.guard().id(), false, refusal.detail()));
        }
        observation.view().ifPresent(view -> traces(repository, view, checks));
        if (write) {
            checks.addAll(probe(repository));
        }
        return checks;
    }

    private void traces(ManagedRepository repository, RepositoryView view, List<Check> checks) {
        List<String> probes = repository.store().lister().listLevel("").objects().stream()
                .map(ListedObject::key)
                .map(key -> key.text())
                .filter(key -> key.startsWith(StoreProbe.PREFIX))
                .filter(key -> workplace
                        .state()
                        .runs()
                        .find(key.substring(StoreProbe.PREFIX.length()))
                        .isEmpty())
                .toList();
        long marks = view.versions().values().stream()
                .flatMap(version -> version.mark().flatMap(mark -> mark.run()).stream())
                .filter(run -> workplace.state().runs().find(run).isEmpty())
                .count();
        if (!probes.isEmpty() || marks > 0) {
            checks.add(new Check(
                    "other-keeper",
                    false,
                    "another keeper, or this one with another state, left " + marks + " marks and the probes " + probes
                            + ": two keepers do no harm, but each waits by its own ledger"));
        }
    }

    private List<Check> probe(ManagedRepository repository) {
        String id = "doctor-" + workplace.ids().get();
        Optional<Lease> lease = workplace.state().leases().tryTake(repository.location(), id);
        if (lease.isEmpty()) {
            return List.of(new Check("store-probe", false, "another run holds the lease: try again when it has ended"));
        }
        try (Lease held = lease.get();
                Journal journal = workplace.state().journals().open(id)) {
            PlanExecutor executor = new PlanExecutor(repository.store(), held.permit(), journal);
            StoreProbe.Found found = new StoreProbe(workplace, repository, executor).checkAnew(id);
            List<Check> checks = new ArrayList<>();
            if (found.refusals().isEmpty()) {
                checks.add(new Check("store-probe", true, "probe objects were written once, read and removed"));
            }
            found.refusals()
                    .forEach(refusal -> checks.add(new Check(refusal.guard().id(), false, refusal.detail())));
            found.notes().forEach(note -> checks.add(new Check("store-probe", true, note)));
            return checks;
        }
    }
}
