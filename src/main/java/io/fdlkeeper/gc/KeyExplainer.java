package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingPass;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Sweeps a repository for one key, by the very rules of a collection, and keeps nothing. */
public final class KeyExplainer {

    private final GcFacts facts;
    private final ReferenceSet references;
    private final LiveRoots roots;
    private Set<ObjectKey> aliases = Set.of();

    public KeyExplainer(GcFacts facts, ReferenceSet references, LiveRoots roots) {
        this.facts = facts;
        this.references = references;
        this.roots = roots;
    }

    /** Reads the live catalogs; returns why no collection would go on, which does not hinder an explanation. */
    public List<Refusal> read(ObjectReader reader, Progress progress) {
        List<Refusal> incomplete = new ArrayList<>();
        aliases = GcPlanner.prove(facts, reader, references, roots, progress, incomplete);
        return incomplete;
    }

    /** Returns what the key is; empty when the listing does not show it. */
    public Optional<KeyFinding> explain(ObjectKey key, Ledger ledger) throws LedgerUnreadableException {
        List<KeyFinding> found = new ArrayList<>();
        Abandoned abandoned = Abandoned.in(facts);
        Predicate<ObjectKey> pinned = other ->
                aliases.contains(other) || facts.listing().protectorOf(other).isPresent();
        Sweep sweep = new Sweep(
                        facts.safety(),
                        facts.view().observedAt(),
                        facts.trustAge(),
                        roots.live(),
                        pinned,
                        facts.holds(),
                        abandoned)
                .minding(facts.hidden().restored(), new UploadSweep(facts)::isUnderWay);
        try (ListingPass pass = facts.listing().pass();
                Ledger.Reading remembered = ledger.read(facts.view().location())) {
            sweep.run(
                    only(
                            new WithAbandoned(pass, abandoned.objects()),
                            object -> object.key().equals(key)),
                    only(references.inKeyOrder(), name -> name.key().equals(key)),
                    remembered,
                    new Finding(key, found));
        }
        return found.stream().findFirst();
    }

    private static <T> Iterator<T> only(Iterator<T> all, Predicate<T> wanted) {
        List<T> kept = new ArrayList<>();
        all.forEachRemaining(value -> {
            if (wanted.test(value)) {
                kept.add(value);
            }
        });
        return kept.iterator();
    }

    /** Takes the sweep's finding about the one key. */
    private final class Finding implements SweepSink {

        private final ObjectKey key;
        private final List<KeyFinding> found;
        private Optional<LedgerRow> row = Optional.empty();

        Finding(ObjectKey key, List<KeyFinding> found) {
            this.key = key;
            this.found = found;
        }

        @Override
        public void found(ListedObject object, Verdict verdict, boolean everNamed, String detail) {
            Duration grace = facts.safety().graceOf(everNamed);
            Optional<Instant> firstSeen = row.map(LedgerRow::firstSeen);
            Optional<Instant> mayGo = firstSeen.map(
                    seen -> (seen.isAfter(object.lastModified()) ? seen : object.lastModified()).plus(grace));
            found.add(new KeyFinding(
                    object, verdict, everNamed, detail, references.versionsNaming(key), firstSeen, mayGo));
        }

        @Override
        public void ledger(LedgerRow kept) {
            row = Optional.of(kept);
        }
    }
}
