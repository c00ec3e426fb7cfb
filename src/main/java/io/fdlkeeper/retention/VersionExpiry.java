package io.fdlkeeper.retention;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.ItemResult;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.repository.Documents;
import io.fdlkeeper.repository.ExpiryMark;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.WriteAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Takes one version out of retention, step by step: its names recorded, its mark put, its catalogs deleted. */
public final class VersionExpiry {

    private final ObjectStore store;
    private final PlanExecutor executor;
    private final Consumer<Version> recordNames;
    private final String run;
    private final Duration markLinger;

    /**
     * @param recordNames keeps the names of a version's catalogs before they go, as far as they can be read
     * @param run         our run, written into each mark so that we know it again
     */
    public VersionExpiry(
            ObjectStore store, PlanExecutor executor, Consumer<Version> recordNames, String run, Duration markLinger) {
        this.store = store;
        this.executor = executor;
        this.recordNames = recordNames;
        this.run = run;
        this.markLinger = markLinger;
    }

    boolean lingers() {
        return !markLinger.isZero();
    }

    /** Puts the mark; empty when it stands, whoever put it, and a result when it does not. */
    Optional<ItemResult> mark(PlanItem item, Version version) {
        recordNames.accept(version);
        WriteAnswer answer = putMark(version);
        if (answer instanceof WriteAnswer.Refused refused) {
            return Optional.of(new ItemResult(item, ItemOutcome.REFUSED, refused.detail()));
        }
        boolean stands = answer instanceof WriteAnswer.Written
                || store.reader().head(version.markKey()).isPresent();
        return stands
                ? Optional.empty()
                : Optional.of(
                        new ItemResult(item, ItemOutcome.FAILED, "the mark was not put; the next run tries again"));
    }

    private WriteAnswer putMark(Version version) {
        return executor.mark(version.markKey(), Documents.markFor(store.clock().now(), ExpiryMark.RETENTION, run));
    }

    /** Deletes the catalogs of a marked version, as the store lists them now. */
    ItemResult finish(PlanItem item, Version version) {
        Optional<ListedObject> mark = store.reader().head(version.markKey());
        if (mark.isEmpty()) {
            return new ItemResult(item, ItemOutcome.SPARED, "its mark is gone");
        }
        recordNames.accept(version);
        List<ListedObject> objects = new ArrayList<>();
        store.lister().list("versions/" + version.id() + "/", objects::add);
        Version now =
                new Version(version.id(), version.state(), version.record(), version.mark(), objects, version.newest());
        ItemOutcome worst = ItemOutcome.ALREADY_ABSENT;
        String detail = "";
        for (ListedObject catalog : now.catalogsAndLogs()) {
            ItemResult result = executor.delete("delete", catalog, "catalog of a version that goes");
            if (rank(result.outcome()) > rank(worst)) {
                worst = result.outcome();
                detail = result.detail();
            }
        }
        return new ItemResult(item, worst, detail);
    }

    /** Orders outcomes so that a version's is the worst of its objects', and deleted if any was. */
    private static int rank(ItemOutcome outcome) {
        return List.of(
                        ItemOutcome.ALREADY_ABSENT,
                        ItemOutcome.DELETED,
                        ItemOutcome.CHANGED,
                        ItemOutcome.FAILED,
                        ItemOutcome.REFUSED)
                .indexOf(outcome);
    }

    /** Removes a mark of ours from a version that a ref or a hold protects. */
    ItemResult takeBack(PlanItem item, Version version) {
        return takeBack(item, version, "a ref or hold protects the version");
    }

    /**
     * Removes a mark of ours; where the catalog went meanwhile the mark is put again, so that no reader goes unexplained.
     *
     * @param version as it is now, with the mark that was planned to go
     * @param why     for the journal
     */
    public ItemResult takeBack(PlanItem item, Version version, String why) {
        Optional<StoredContent> mark = store.reader().read(version.markKey(), Documents.LIMIT);
        if (mark.isEmpty()) {
            return new ItemResult(item, ItemOutcome.ALREADY_ABSENT, "");
        }
        if (!isOurs(mark.get().content(), version)) {
            return new ItemResult(item, ItemOutcome.SPARED, "the mark is not ours");
        }
        if (!catalogsThere(version)) {
            return new ItemResult(item, ItemOutcome.FAILED, "its catalog is gone, so the mark has to stay");
        }
        ItemResult removed = executor.delete("unmark", mark.get().object(), why);
        if (!catalogsThere(version)) {
            putMark(version);
            return new ItemResult(item, ItemOutcome.FAILED, "its catalog was gone by then, so the mark was put again");
        }
        return new ItemResult(item, removed.outcome(), removed.detail());
    }

    /** The mark as it is now: another may have taken the place of the one the plan was made for. */
    private boolean isOurs(byte[] mark, Version version) {
        return Documents.isMarkOf(mark, run)
                || version.mark()
                        .flatMap(ExpiryMark::run)
                        .filter(planned -> Documents.isMarkOf(mark, planned))
                        .isPresent();
    }

    private boolean catalogsThere(Version version) {
        Optional<ObjectKey> main = version.record().map(record -> Version.key(version.id(), record.catalogName()));
        return Stream.concat(main.stream(), version.catalogs().stream().map(ListedObject::key))
                .allMatch(catalog -> store.reader().head(catalog).isPresent());
    }
}
