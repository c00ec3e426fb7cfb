package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.run.TextIndex;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What a run deleted, by its journal, and which versions it marked. Costs some 80 bytes of memory for each object. */
final class RunDeletions {

    private static final int DELETED = 1;
    /** Asked for and not answered: it may be gone. */
    private static final int PERHAPS = 2;

    private static final int TAKEN_BACK = 3;
    private static final String VERSIONS = "versions/";
    private static final String MARK = "/expired.json";

    private final String run;
    private final Journals journals;
    private final TextIndex keys = new TextIndex();
    private final TextIndex contents = new TextIndex();
    private final SortedSet<String> folders = new TreeSet<>();
    private final SortedSet<VersionId> marked = new TreeSet<>();
    private final SortedSet<VersionId> versions = new TreeSet<>();

    private RunDeletions(String run, Journals journals) {
        this.run = run;
        this.journals = journals;
    }

    static RunDeletions of(Journals journals, String run) {
        RunDeletions deletions = new RunDeletions(run, journals);
        journals.forEachResult(run, deletions::take);
        return deletions;
    }

    private void take(JournalEntry entry) {
        if (entry.result().equals(ItemOutcome.RESTORED.id())) {
            if (keys.get(entry.key()) != TextIndex.ABSENT) {
                keys.put(entry.key(), TAKEN_BACK);
            }
        } else if (entry.action().equals("delete")) {
            int certainty = certainty(entry);
            if (certainty != TextIndex.ABSENT) {
                keys.put(entry.key(), certainty);
                contents.put(content(entry.key(), entry.etag()), 1);
                folders.add(new ObjectKey(entry.key()).folder());
                versionOf(entry.key()).ifPresent(versions::add);
            }
        } else if (entry.action().equals("mark") && entry.result().equals("written")) {
            versionOf(entry.key()).filter(id -> entry.key().endsWith(MARK)).ifPresent(marked::add);
        }
    }

    private static int certainty(JournalEntry entry) {
        if (entry.result().equals(ItemOutcome.DELETED.id())) {
            return DELETED;
        }
        return entry.result().equals(ItemOutcome.FAILED.id()) ? PERHAPS : TextIndex.ABSENT;
    }

    /** Tells whether the run deleted something under this key, and it was not taken back since. */
    boolean holds(ObjectKey key) {
        return isCertain(key) || keys.get(key.text()) == PERHAPS;
    }

    /** Tells whether the store said so. */
    boolean isCertain(ObjectKey key) {
        return keys.get(key.text()) == DELETED;
    }

    /** Tells whether the run deleted exactly this content of the key. */
    boolean holds(ObjectKey key, Optional<ETag> etag) {
        return etag.filter(tag -> contents.get(content(key.text(), tag.text())) != TextIndex.ABSENT)
                .isPresent();
    }

    /** Hands over every key that it deleted, in the order of the journal; one may come twice. */
    void forEachKey(Consumer<ObjectKey> consumer) {
        journals.forEachResult(run, entry -> {
            if (entry.action().equals("delete") && certainty(entry) != TextIndex.ABSENT) {
                consumer.accept(new ObjectKey(entry.key()));
            }
        });
    }

    /** Returns the folders it deleted in. */
    SortedSet<String> folders() {
        return folders;
    }

    /** Returns the versions that it marked. */
    SortedSet<VersionId> marked() {
        return marked;
    }

    /** Returns the versions in whose folders it deleted. */
    SortedSet<VersionId> versions() {
        return versions;
    }

    /** Returns the version in whose folder a key lies. */
    static Optional<VersionId> versionOf(String key) {
        if (!key.startsWith(VERSIONS)) {
            return Optional.empty();
        }
        int end = key.indexOf('/', VERSIONS.length());
        String folder = end < 0 ? "" : key.substring(VERSIONS.length(), end);
        return VersionId.isValid(folder) ? Optional.of(new VersionId(folder)) : Optional.empty();
    }

    private static String content(String key, String etag) {
        return key + "\n" + etag;
    }
}
