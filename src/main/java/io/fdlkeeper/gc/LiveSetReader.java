package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.repository.Documents;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.MalformedDocumentException;
import io.fdlkeeper.repository.Ref;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.StoredContent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Reads every catalog that counts into a set of names, each in its role. */
final class LiveSetReader {

    private final ObjectReader reader;
    private final ReferenceSet references;
    private final BiConsumer<VersionId, CatalogFacts> found;
    private final LiveSet live;
    private final List<Refusal> refusals = new ArrayList<>();

    /** Reads into the live set of this repository. */
    LiveSetReader(ObjectReader reader, ReferenceSet references, LiveSet live) {
        this(reader, references, live, live::add);
    }

    /** @param found takes what each live catalog says; another repository's is added to ours as a neighbour's */
    LiveSetReader(
            ObjectReader reader, ReferenceSet references, LiveSet live, BiConsumer<VersionId, CatalogFacts> found) {
        this.reader = reader;
        this.references = references;
        this.live = live;
        this.found = found;
    }

    /** Returns the refusals met so far; the set is worth nothing unless there are none. */
    List<Refusal> refusals() {
        return refusals;
    }

    /** Reads all versions of a view. */
    void readAll(RepositoryView view, Holds holds, Duration grace, Progress progress) {
        progress.stage("read catalogs", view.versions().size());
        references.expect(view.versions().values().stream()
                .flatMap(version -> version.catalogs().stream().map(catalog -> CatalogSource.of(version, catalog)))
                .toList());
        for (Version version : view.versions().values()) {
            read(view, version, holds, grace);
            progress.advance(1);
        }
    }

    private void read(RepositoryView view, Version version, Holds holds, Duration grace) {
        Instant now = view.observedAt();
        switch (version.state()) {
            case LIVE -> readLive(version);
            case UNFINISHED -> {
                if (version.isYoung(now, grace) || holds.on(version.id()).isPresent()) {
                    readLive(version);
                } else {
                    readIfPossible(version, NameRole.FORMER);
                }
            }
            case MARKED -> {
                if (isProtected(view, version, holds)) {
                    readLive(version);
                } else {
                    boolean recent = isRecentRelease(version, now, grace);
                    if (!readIfPossible(version, recent ? NameRole.RELEASED : NameRole.FORMER) && recent) {
                        live.addUnknownRelease(version.id());
                    }
                }
            }
            case EXPIRED -> {
                boolean recent = isRecentRelease(version, now, grace);
                boolean known = references.addRecorded(version.id(), recent ? NameRole.RELEASED : NameRole.FORMER);
                if (recent && !known) {
                    live.addUnknownRelease(version.id());
                }
            }
            // What was withdrawn is not owed the grace of a release: its data had to go at once.
            case WITHDRAWN -> references.addRecorded(version.id(), NameRole.FORMER);
        }
    }

    /** Reads a version that must be readable; what cannot be read is a refusal. */
    void readLive(Version version) {
        List<CatalogFacts> facts = new ArrayList<>();
        for (ListedObject catalog : version.catalogs()) {
            CatalogReading reading = references.add(CatalogSource.of(version, catalog), NameRole.LIVE);
            if (reading instanceof CatalogReading.Read read) {
                facts.add(read.facts());
                found.accept(version.id(), read.facts());
            } else if (reading instanceof CatalogReading.Refused refused) {
                refusals.addAll(refused.refusals());
            }
        }
        refuseUnnamedReads(version);
        if (refusals.isEmpty()
                && version.state() == VersionState.LIVE
                && facts.stream().allMatch(LiveSetReader::namesNothing)) {
            judgeEmptiness(version);
        }
    }

    /** Nobody can tell which files a pattern or a computed path means, so none may go. */
    private void refuseUnnamedReads(Version version) {
        if (!live.unnamedReads().isEmpty() && refusals.stream().noneMatch(known -> known.guard() == Guard.VIEW_GLOB)) {
            refusals.add(new Refusal(
                    Guard.VIEW_GLOB,
                    version.id().text(),
                    "a view or macro reads files here without naming them: "
                            + live.unnamedReads().get(0)
                            + "; name the files or drop the view before the next publication, and let"
                            + " retention expire this version"));
        }
    }

    private static boolean namesNothing(CatalogFacts facts) {
        return facts.references() == 0 && facts.inlinedRows() == 0;
    }

    /** A catalog that names nothing while its tables have rows lost its names; statistics in it would prove nothing. */
    private void judgeEmptiness(Version version) {
        Optional<StoredContent> dataset = reader.read(Version.key(version.id(), "dataset.json"), Documents.LIMIT);
        if (dataset.isEmpty()) {
            live.doubtEmptiness();
            return;
        }
        try {
            var tables = Documents.tablesWithRows(dataset.get().text());
            if (!tables.isEmpty()) {
                refusals.add(new Refusal(
                        Guard.NO_REFERENCES,
                        version.id().text(),
                        "its catalog names no file and holds no row, but its dataset.json counts rows in " + tables
                                + ": compare the catalog with its publisher's"));
            }
        } catch (MalformedDocumentException e) {
            live.doubtEmptiness();
        }
    }

    private boolean readIfPossible(Version version, NameRole role) {
        boolean all = !version.catalogs().isEmpty();
        for (ListedObject catalog : version.catalogs()) {
            all &= references.add(CatalogSource.of(version, catalog), role) instanceof CatalogReading.Read;
        }
        return all || references.addRecorded(version.id(), role);
    }

    private static boolean isRecentRelease(Version version, Instant now, Duration grace) {
        boolean withdrawn = version.mark().map(mark -> mark.isWithdrawal()).orElse(false);
        return !withdrawn
                && version.object(version.markKey())
                        .map(mark -> !mark.lastModified().plus(grace).isBefore(now))
                        .orElse(true);
    }

    /** Tells whether a ref names the version, or a hold is on it or on a ref that names it. */
    static boolean isProtected(RepositoryView view, Version version, Holds holds) {
        List<Ref> refs = view.refsTo(version.id());
        return !refs.isEmpty() || holds.on(version.id()).isPresent();
    }
}
