package io.fdlkeeper.store.fake;

import io.fdlkeeper.store.ByteRange;
import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectVersions;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The versions of a {@link FakeStore}, as an object store of the kind of S3 keeps them; the last of a key is the current one. */
final class HiddenContents implements ObjectVersions {

    private static final String NULL_VERSION = "null";

    private final FakeStore store;
    private final Map<ObjectKey, List<Copy>> copies = new TreeMap<>();
    private Versioning versioning = Versioning.NONE;
    private long ids;

    /** One version; no content is a delete marker. */
    private record Copy(String id, Instant at, @Nullable StoredContent content) {}

    HiddenContents(FakeStore store) {
        this.store = store;
    }

    void versioning(Versioning kind) {
        versioning = kind;
    }

    void stored(StoredContent content) {
        add(content.object().key(), content.object().lastModified(), content);
    }

    void removed(ObjectKey key, Instant at) {
        if (versioning == Versioning.NONE) {
            copies.remove(key);
        } else {
            add(key, at, null);
        }
    }

    private void add(ObjectKey key, Instant at, @Nullable StoredContent content) {
        List<Copy> kept = copies.computeIfAbsent(key, absent -> new ArrayList<>());
        boolean named = versioning == Versioning.ENABLED || versioning == Versioning.UNKNOWN;
        if (!named) {
            kept.removeIf(copy -> copy.id().equals(NULL_VERSION));
        }
        kept.add(new Copy(named ? "v" + ++ids : NULL_VERSION, at, content));
    }

    /** Returns the versions of one key, the newest first. */
    List<StoredVersion> of(ObjectKey key) {
        List<Copy> kept = copies.getOrDefault(key, List.of());
        List<StoredVersion> shown = new ArrayList<>();
        for (int i = kept.size() - 1; i >= 0; i--) {
            shown.add(shown(key, kept.get(i), i == kept.size() - 1));
        }
        return shown;
    }

    private static StoredVersion shown(ObjectKey key, Copy copy, boolean current) {
        StoredContent content = copy.content();
        return content == null
                ? new StoredVersion(key, copy.id(), current, true, 0, copy.at(), Optional.empty())
                : new StoredVersion(
                        key,
                        copy.id(),
                        current,
                        false,
                        content.object().bytes(),
                        copy.at(),
                        Optional.of(content.object().etag()));
    }

    @Override
    public Versioning versioning() {
        if (store.faults().isVersioningUnanswered()) {
            throw new FakeFailure("The store did not tell whether it keeps old versions; run again.");
        }
        return versioning;
    }

    @Override
    public void list(String prefix, Consumer<StoredVersion> sink) {
        synchronized (store) {
            store.answer(Op.LIST_VERSIONS, prefix, () -> {
                List<StoredVersion> all = new ArrayList<>();
                copies.keySet().stream()
                        .filter(key -> key.startsWith(prefix))
                        .forEach(key -> all.addAll(order(of(key))));
                int breaksAfter = store.faults().listingBreaksAfter().orElse(Integer.MAX_VALUE);
                all.stream()
                        .filter(version -> !store.faults().omits(version.key()))
                        .limit(breaksAfter)
                        .forEach(sink);
                if (breaksAfter < Integer.MAX_VALUE) {
                    throw new ListingIncompleteException(
                            prefix, "The listing of versions of '" + prefix + "' broke off; run again.", null);
                }
                return true;
            });
        }
    }

    private List<StoredVersion> order(List<StoredVersion> versions) {
        if (store.faults().versionsOldestFirst()) {
            Collections.reverse(versions);
        }
        return versions;
    }

    @Override
    public Optional<LocalFile> open(StoredVersion version) {
        synchronized (store) {
            return store.answer(
                    Op.OPEN_VERSION,
                    version.key().text(),
                    () -> content(version).map(FakePorts::copy));
        }
    }

    @Override
    public Optional<byte[]> range(StoredVersion version, long from, int length) {
        var range = new ByteRange(from, length, version.bytes());
        synchronized (store) {
            return store.answer(
                    Op.RANGE_VERSION,
                    version.key().text(),
                    () -> content(version).map(content -> FakePorts.part(content, range)));
        }
    }

    private Optional<StoredContent> content(StoredVersion version) {
        return copies.getOrDefault(version.key(), List.of()).stream()
                .filter(copy -> copy.id().equals(version.versionId()))
                .flatMap(copy -> Optional.ofNullable(copy.content()).stream())
                .filter(content ->
                        version.etag().filter(content.object().etag()::equals).isPresent())
                .findFirst();
    }

    @Override
    public List<DeleteAnswer> remove(List<StoredVersion> versions) {
        synchronized (store) {
            return versions.stream().map(this::remove).toList();
        }
    }

    private DeleteAnswer remove(StoredVersion version) {
        try {
            return store.answer(Op.REMOVE_VERSION, version.key().text(), () -> removeNow(version));
        } catch (FakeFailure e) {
            return new DeleteAnswer(version.key(), DeleteStatus.FAILED, e.sentence());
        }
    }

    DeleteAnswer removeNow(StoredVersion version) {
        ObjectKey key = version.key();
        if (store.faults().locks(version)) {
            return new DeleteAnswer(key, DeleteStatus.REFUSED, "it is locked until its retention ends");
        }
        if (store.faults().refusesDelete(key)) {
            return new DeleteAnswer(key, DeleteStatus.REFUSED, "the store does not allow removing a version of " + key);
        }
        if (store.faults().pretendsToRemove(key)) {
            return new DeleteAnswer(key, DeleteStatus.DELETED, "");
        }
        List<Copy> kept = copies.getOrDefault(key, List.of());
        Optional<Copy> there = kept.stream()
                .filter(copy -> copy.id().equals(version.versionId()))
                .findFirst();
        if (there.isEmpty()) {
            return new DeleteAnswer(key, DeleteStatus.ALREADY_ABSENT, "");
        }
        boolean wasCurrent = kept.indexOf(there.get()) == kept.size() - 1;
        kept.remove(there.get());
        if (wasCurrent) {
            store.uncovered(
                    key, kept.isEmpty() ? null : kept.get(kept.size() - 1).content());
        }
        if (kept.isEmpty()) {
            copies.remove(key);
        }
        return new DeleteAnswer(key, DeleteStatus.DELETED, "");
    }
}
