package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Spared;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.TextIndex;
import io.fdlkeeper.store.KeyVersions;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectVersions;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Finds the old versions and delete markers of what this keeper deleted a grace period ago.
 *
 * <p>A key goes as a whole or not at all: it must be hidden by a delete marker, every content below it must be one that we deleted, and
 * nothing may name it.
 */
final class PurgeSweep {

    private static final int BATCH = 1000;
    private static final int OLD = 1;
    private static final int YOUNG = 2;
    private static final String VERSIONS = "versions/";

    private final GcFacts facts;
    private final LiveSet live;
    private final ReferenceSet references;
    private final Predicate<ObjectKey> stays;
    private final Tally tally;
    private final TextIndex keys = new TextIndex();
    private final TextIndex contents = new TextIndex();
    private final TextIndex listed = new TextIndex();
    private final Set<String> prefixes = new TreeSet<>();
    private final List<KeyVersions> batch = new ArrayList<>();
    private boolean suspended;

    /** @param stays tells keys that are live under another spelling, or under which an object may appear at any moment */
    PurgeSweep(GcFacts facts, LiveSet live, ReferenceSet references, Predicate<ObjectKey> stays, Tally tally) {
        this.facts = facts;
        this.live = live;
        this.references = references;
        this.stays = stays;
        this.tally = tally;
    }

    /** Takes what was deleted before; costs some 80 bytes of memory for each. */
    void remember(PastDeletion deletion) {
        int age = isOlder(deletion.at()) ? OLD : YOUNG;
        put(keys, deletion.key().text(), age);
        put(contents, content(deletion.key(), deletion.etag().text()), age);
        prefixes.add(prefixOf(deletion.key()));
    }

    private static void put(TextIndex index, String text, int age) {
        index.put(text, Math.max(age, index.get(text)));
    }

    private String prefixOf(ObjectKey key) {
        String dataDir = facts.view().document().dataDir();
        if (key.startsWith(dataDir)) {
            return dataDir;
        }
        return key.startsWith(VERSIONS) ? VERSIONS : key.text();
    }

    /** Lists the old versions and plans what may go. */
    void run(ObjectVersions versions) {
        suspended = versions.versioning() != Versioning.ENABLED;
        for (String prefix : prefixes) {
            KeyVersions.forEach(versions, prefix, this::judge);
        }
        flush();
    }

    /** Tells, after a run, whether a deletion need not be remembered: the store keeps nothing of it. */
    boolean isForgotten(PastDeletion deletion) {
        return listed.get(deletion.key().text()) == TextIndex.ABSENT && isOlder(deletion.at());
    }

    private void judge(KeyVersions versions) {
        ObjectKey key = versions.key();
        tally.kept(bytes(versions));
        int age = keys.get(key.text());
        if (age == TextIndex.ABSENT) {
            return;
        }
        listed.put(key.text(), 1);
        if (!versions.isHidden()) {
            return;
        }
        if (suspended && versions.all().stream().anyMatch(StoredVersion::isReplaceable)) {
            spare(
                    key,
                    "hidden-replaceable",
                    "versioning is suspended, so its version 'null' may become another content");
            return;
        }
        int youngest = age;
        for (StoredVersion version : versions.contents()) {
            int known = version.etag()
                    .map(etag -> contents.get(content(key, etag.text())))
                    .orElse(TextIndex.ABSENT);
            if (known == TextIndex.ABSENT) {
                spare(key, "hidden-not-ours", "an old version of it is not one that this keeper deleted");
                return;
            }
            youngest = Math.max(youngest, known);
        }
        boolean waits =
                youngest == YOUNG || versions.markers().stream().anyMatch(marker -> !isOlder(marker.lastModified()));
        if (!waits) {
            batch.add(versions);
            if (batch.size() == BATCH) {
                flush();
            }
        }
    }

    private void flush() {
        Set<ObjectKey> named = new HashSet<>(
                references.liveAmong(batch.stream().map(KeyVersions::key).toList()));
        for (KeyVersions versions : batch) {
            Optional<Spared> spared = protection(versions.key(), named);
            if (spared.isPresent()) {
                tally.spare(spared.get());
            } else {
                tally.purge(item(versions));
            }
        }
        batch.clear();
    }

    private Optional<Spared> protection(ObjectKey key, Set<ObjectKey> named) {
        if (named.contains(key)
                || stays.test(key)
                || !live.meaning(key).isEmpty()
                || live.mentioned(key).isPresent()) {
            return Optional.of(
                    new Spared(key.text(), "hidden-named", "a live version names it, or an upload to it is under way"));
        }
        Optional<VersionId> folder = Abandoned.folderOf(key);
        Optional<Hold> hold = facts.holds().on(key).or(() -> folder.flatMap(facts.holds()::on));
        if (hold.isPresent()) {
            return Optional.of(new Spared(
                    key.text(),
                    Verdict.HELD.id(),
                    "hold " + hold.get().id() + ": " + hold.get().reason()));
        }
        return folder.filter(id -> !mayLoseOldVersions(id, key))
                .map(id -> new Spared(key.text(), "hidden-version-not-expired", "its version is not expired"));
    }

    /** A version that is live again, or unfinished again, may be on its way back; of a mark that was taken back nothing is. */
    private boolean mayLoseOldVersions(VersionId id, ObjectKey key) {
        Version version = facts.view().versions().get(id);
        return version == null
                || version.state() == VersionState.EXPIRED
                || version.state() == VersionState.WITHDRAWN
                || key.equals(version.markKey());
    }

    private void spare(ObjectKey key, String reason, String detail) {
        tally.spare(new Spared(key.text(), reason, detail));
    }

    private static PlanItem item(KeyVersions versions) {
        StoredVersion marker = versions.current().orElseThrow();
        return new PlanItem(
                PlanAction.PURGE,
                versions.key().text(),
                List.of(
                        "deleted-by-us",
                        versions.contents().size() + " old versions and "
                                + versions.markers().size() + " delete markers, deleted " + marker.lastModified()),
                bytes(versions).bytes(),
                Optional.of(marker.lastModified()),
                Optional.of(HiddenTag.of(versions)));
    }

    private static Totals bytes(KeyVersions versions) {
        return new Totals(
                1, versions.contents().stream().mapToLong(StoredVersion::bytes).sum());
    }

    /** Older than the grace period means strictly older. */
    private boolean isOlder(Instant time) {
        return time.plus(facts.safety().grace()).isBefore(facts.view().observedAt());
    }

    private static String content(ObjectKey key, String etag) {
        return key + "\n" + etag;
    }
}
