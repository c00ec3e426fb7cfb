package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.repository.DocumentReading;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryDocument;
import io.fdlkeeper.repository.RepositoryObserver;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.RootSet;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ListingSpool;
import io.fdlkeeper.store.RepeatedKeyException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at a repository as every job must: clock, document, data listing, then roots. Reads only. */
final class Looking {

    private final Workplace workplace;
    private final ManagedRepository repository;

    Looking(Workplace workplace, ManagedRepository repository) {
        this.workplace = workplace;
        this.repository = repository;
    }

    /** What became of a look for a collection. */
    sealed interface Result {

        record Seen(Look look) implements Result {}

        record Refused(List<Refusal> refusals) implements Result {}
    }

    /** Looks at refs and versions only. */
    Observation atRoots() {
        Instant began = repository.store().clock().now();
        Optional<Refusal> skew = skew(began);
        if (skew.isPresent()) {
            return new Observation(Optional.empty(), List.of(skew.get()));
        }
        RepositoryObserver observer = observer();
        DocumentReading reading = observer.readDocument();
        if (reading instanceof DocumentReading.Read read) {
            Observation observation = observer.observe(read.document(), began, lastRoots());
            return told(new Observation(
                    observation.view().map(view -> view.withNotes(skewNotes(began))), observation.refusals()));
        }
        return new Observation(Optional.empty(), List.of(((DocumentReading.Refused) reading).refusal()));
    }

    /** Looks at everything: the data folder is listed before the roots, so that what a late commit names is not mistaken. */
    Result atEverything(Progress progress) {
        Instant began = repository.store().clock().now();
        Optional<Refusal> skew = skew(began);
        if (skew.isPresent()) {
            return new Result.Refused(List.of(skew.get()));
        }
        RepositoryObserver observer = observer();
        DocumentReading reading = observer.readDocument();
        if (reading instanceof DocumentReading.Refused refused) {
            return new Result.Refused(List.of(refused.refusal()));
        }
        RepositoryDocument document = ((DocumentReading.Read) reading).document();
        List<Refusal> overlaps = overlaps();
        if (!overlaps.isEmpty()) {
            return new Result.Refused(overlaps);
        }
        // Before the data: an upload that is completed in between was seen here, or its object is not in that listing.
        Uploads uploads = Uploads.of(repository.store(), document.dataDir());
        progress.stage("list data", -1);
        try {
            ListingSpool listing =
                    ListingSpool.of(repository.store().lister(), document.dataDir(), workplace.scratch());
            return withRoots(observer, document, began, listing, uploads, progress);
        } catch (ListingIncompleteException e) {
            return new Result.Refused(List.of(new Refusal(Guard.LISTING_INCOMPLETE, e.prefix(), e.sentence())));
        } catch (RepeatedKeyException e) {
            return new Result.Refused(
                    List.of(new Refusal(Guard.LISTING_ORDER, e.key().text(), e.sentence())));
        }
    }

    private Result withRoots(
            RepositoryObserver observer,
            RepositoryDocument document,
            Instant began,
            ListingSpool listing,
            Uploads uploads,
            Progress progress) {
        boolean handedOver = false;
        try {
            progress.advance(listing.count());
            progress.stage("read versions", -1);
            Observation observation = told(observer.observe(document, began, lastRoots()));
            if (!observation.refusals().isEmpty()) {
                return new Result.Refused(observation.refusals());
            }
            ReferenceSet references = workplace
                    .catalogs()
                    .open(repository.location(), repository.store().reader(), address(document));
            handedOver = true;
            RepositoryView view =
                    observation.view().orElseThrow().withNotes(skewNotes(began)).withNotes(uploads.notes());
            return new Result.Seen(new Look(view, listing, references, uploads));
        } finally {
            if (!handedOver) {
                listing.close();
            }
        }
    }

    /** Numbers of an observation that no job may act on are not told: they would look like a loss. */
    private Observation told(Observation observation) {
        if (observation.refusals().isEmpty()) {
            observation.view().ifPresent(workplace.observer()::looked);
        }
        return observation;
    }

    RepositoryAddress address(RepositoryDocument document) {
        List<String> addresses = new ArrayList<>();
        addresses.add(repository.location());
        addresses.addAll(repository.publishedAs());
        return new RepositoryAddress(document.dataDir(), addresses);
    }

    private RepositoryObserver observer() {
        return new RepositoryObserver(repository.store(), workplace.state().documents(repository.location()));
    }

    private Optional<RootSet> lastRoots() {
        return workplace.state().rootSets().last(repository.location());
    }

    private Optional<Refusal> skew(Instant storeTime) {
        Instant ours = workplace.clock().instant();
        Duration ahead = Duration.between(ours, storeTime);
        workplace.observer().skew(repository.location(), ahead);
        Duration skew = ahead.abs();
        return skew.compareTo(repository.safety().skewLimit()) <= 0
                ? Optional.empty()
                : Optional.of(new Refusal(
                        Guard.CLOCK_SKEW,
                        "",
                        "our clock says " + ours + " and the store's " + storeTime + ", which is " + skew
                                + " apart: ages would be wrong; set the clock right"));
    }

    /** A difference that refuses nothing yet is told, so that somebody sets the clock before it does. */
    private List<String> skewNotes(Instant storeTime) {
        Duration skew = Duration.between(workplace.clock().instant(), storeTime).abs();
        GcSafety safety = repository.safety();
        return skew.compareTo(safety.skewWarn()) <= 0
                ? List.of()
                : List.of("our clock and the store's are " + skew + " apart, more than skew-warn (" + safety.skewWarn()
                        + "): set the clock right, since beyond " + safety.skewLimit() + " every job is refused");
    }

    private List<Refusal> overlaps() {
        String own = asFolder(repository.location());
        return repository.neighbours().stream()
                .map(Neighbour::location)
                .map(Looking::asFolder)
                .filter(other -> other.startsWith(own) || own.startsWith(other))
                .map(
                        other -> new Refusal(
                                Guard.FOREIGN_REPOSITORY,
                                other,
                                "the repository at " + other + " overlaps the one at " + own
                                        + ", so the files of one would look like garbage of the other: give each a folder of its own"))
                .toList();
    }

    private static String asFolder(String location) {
        return location.endsWith("/") ? location : location + "/";
    }
}
