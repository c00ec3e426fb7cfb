package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.GcFacts;
import io.fdlkeeper.gc.Hidden;
import io.fdlkeeper.gc.LiveRoots;
import io.fdlkeeper.gc.RestoredLately;
import io.fdlkeeper.gc.SeenUpload;
import io.fdlkeeper.gc.UploadClock;
import io.fdlkeeper.hold.Holds;
import java.util.List;
import java.util.Optional;

/** What a collection of one repository is decided on, put together from a look and the state. */
final class Collection {

    private final Workplace workplace;
    private final ManagedRepository repository;
    private final Look look;
    private final LiveRoots roots;

    Collection(Workplace workplace, ManagedRepository repository, Look look) {
        this.workplace = workplace;
        this.repository = repository;
        this.look = look;
        this.roots = new LiveRoots(
                repository.store(),
                look.references(),
                new Looking(workplace, repository).address(look.view().document()),
                () -> holds(workplace, repository),
                workplace.state().documents(repository.location()),
                workplace.clock());
    }

    static Holds holds(Workplace workplace, ManagedRepository repository) {
        return Holds.at(workplace.clock().instant(), workplace.state().holds().list(repository.location()));
    }

    /** Returns the roots, which stay the same object through planning and execution. */
    LiveRoots roots() {
        return roots;
    }

    GcFacts facts(boolean trustAge) {
        return new GcFacts(
                look.view(),
                look.listing(),
                holds(workplace, repository),
                workplace.state().losses().list(repository.location()),
                repository.safety(),
                repository.cap(),
                new Hidden(
                        trustAge ? restoredLately() : RestoredLately.NOTHING,
                        uploads(),
                        repository.limits().versions()),
                trustAge);
    }

    private RestoredLately restoredLately() {
        return Restorations.since(
                workplace.state(), repository.location(), look.view().observedAt(), repository.safety());
    }

    private Optional<List<SeenUpload>> uploads() {
        return look.uploads().notListed().isPresent()
                ? Optional.empty()
                : Optional.of(UploadClock.advance(
                        workplace.state().uploads().last(repository.location()),
                        look.uploads().all(),
                        look.view().observedAt(),
                        repository.safety().grace()));
    }
}
