package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.gc.LiveRoots;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.store.StoreException;
import java.util.ArrayList;
import java.util.List;

/** Reads what the other repositories of this keeper name outside of themselves, since it may lie here. */
final class NeighbourNames {

    private final Workplace workplace;

    NeighbourNames(Workplace workplace) {
        this.workplace = workplace;
    }

    /** Adds them to the roots; returns which neighbours could not be read completely. */
    List<Refusal> addTo(LiveRoots roots, ManagedRepository repository) {
        List<Refusal> refusals = new ArrayList<>();
        for (Neighbour neighbour : repository.neighbours()) {
            try {
                read(neighbour.open().get(), roots).stream()
                        .findFirst()
                        .ifPresent(first -> refusals.add(unreadable(neighbour, first.detail())));
            } catch (StoreException e) {
                refusals.add(unreadable(neighbour, e.sentence()));
            }
        }
        return refusals;
    }

    private List<Refusal> read(ManagedRepository neighbour, LiveRoots roots) {
        Looking looking = new Looking(workplace, neighbour);
        Observation observation = looking.atRoots();
        if (!observation.refusals().isEmpty()) {
            return observation.refusals();
        }
        RepositoryView view = observation.view().orElseThrow();
        try (ReferenceSet names = workplace
                .catalogs()
                .open(neighbour.location(), neighbour.store().reader(), looking.address(view.document()))) {
            return roots.addNeighbour(
                    view,
                    neighbour.store().reader(),
                    names,
                    Collection.holds(workplace, neighbour),
                    neighbour.safety().grace());
        }
    }

    private static Refusal unreadable(Neighbour neighbour, String why) {
        return new Refusal(
                Guard.NEIGHBOUR_UNREADABLE,
                neighbour.location(),
                "the repository there may name files of this one and cannot be read completely: " + why);
    }
}
