package io.fdlkeeper.store.fake;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.HiddenCopies;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.UnfinishedUpload;
import io.fdlkeeper.store.Versioning;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory with its own clock.
 *
 * <p>Methods of this class act beneath the ports: no fault, no hook and no count touches them. {@link #ports()} is what the product
 * sees. Every write gets an entity tag of its own.
 */
public final class FakeStore {

    private final Map<ObjectKey, List<Change>> history = new TreeMap<>();
    private final Faults faults = new Faults();
    private final List<Call> calls = new ArrayList<>();
    private final FakePorts ports = new FakePorts(this);
    private final HiddenContents versions = new HiddenContents(this);
    private final BegunUploads uploads = new BegunUploads(this);
    private Consumer<Call> before = call -> {};
    private Consumer<Call> after = call -> {};
    private Instant now;
    private long writes;
    private long callsThisTick;
    private long frozenAt = Long.MAX_VALUE;

    /** One state of a key from one moment on; no content is a deletion. */
    private record Change(long number, Instant at, @Nullable StoredContent content) {}

    public FakeStore(Instant now) {
        this.now = now;
    }

    /** Returns the ports of this store, under the location {@code memory://fake/}. */
    public ObjectStore ports() {
        return new ObjectStore(
                "memory://fake/", ports, ports, ports, ports, this::storeTime, new HiddenCopies(versions, uploads));
    }

    public Faults faults() {
        return faults;
    }

    /** Runs before each call of a port, before any fault; may change the store and may throw. */
    public void beforeCall(Consumer<Call> hook) {
        before = hook;
    }

    /** Runs after each call of a port that had its effect, whether or not its reply is lost. */
    public void afterCall(Consumer<Call> hook) {
        after = hook;
    }

    /** Returns every call so far, in order. */
    public List<Call> calls() {
        return List.copyOf(calls);
    }

    /** Returns the true time, which the store's own differs from by the {@linkplain Faults#skew skew}. */
    public Instant now() {
        return now;
    }

    public void setClock(Instant time) {
        now = time;
        callsThisTick = 0;
    }

    public void advanceClock(Duration by) {
        setClock(now.plus(by));
    }

    /** Freezes what listings show until {@link #thawListings()}; direct looks go on seeing everything. */
    public void freezeListings() {
        frozenAt = writes;
    }

    public void thawListings() {
        frozenAt = Long.MAX_VALUE;
    }

    /** Puts an object now, whatever was there. */
    public ListedObject put(String key, String content) {
        return put(new ObjectKey(key), content.getBytes(StandardCharsets.UTF_8));
    }

    /** Puts an object now, whatever was there. */
    public ListedObject put(ObjectKey key, byte[] content) {
        return put(key, content, storeTime(), now);
    }

    /** Puts an object that every listing shows at once, with this time of last change. */
    public ListedObject load(String key, String content, Instant lastModified) {
        return load(new ObjectKey(key), content.getBytes(StandardCharsets.UTF_8), lastModified);
    }

    /** Puts an object that every listing shows at once, with this time of last change. */
    public ListedObject load(ObjectKey key, byte[] content, Instant lastModified) {
        return put(key, content, lastModified, Instant.MIN);
    }

    private ListedObject put(ObjectKey key, byte[] content, Instant lastModified, Instant visibleFrom) {
        writes++;
        var object = new ListedObject(key, content.length, lastModified, new ETag("fake-" + writes));
        StoredContent stored = new StoredContent(object, content.clone());
        changes(key).add(new Change(writes, visibleFrom, stored));
        versions.stored(stored);
        return object;
    }

    /** Removes an object now; nothing happens where none is. */
    public void remove(String key) {
        remove(new ObjectKey(key));
    }

    void remove(ObjectKey key) {
        if (current(key).isPresent()) {
            writes++;
            changes(key).add(new Change(writes, now, null));
            versions.removed(key, storeTime());
        }
    }

    /** Deletes a key that is deleted already, as such stores let anybody do: one more delete marker. */
    public void deleteAgain(String key) {
        versions.removed(new ObjectKey(key), storeTime());
    }

    /** Removes one version for good, as its owner may. */
    public void removeVersion(StoredVersion version) {
        versions.removeNow(version);
    }

    /** Lets readers meet what lay below a version that was current and is removed. */
    void uncovered(ObjectKey key, @Nullable StoredContent below) {
        writes++;
        changes(key).add(new Change(writes, now, below));
    }

    /** Lets the store keep old contents from now on, or no longer. */
    public FakeStore versioning(Versioning kind) {
        versions.versioning(kind);
        return this;
    }

    /** Returns the versions of a key, the newest first. */
    public List<StoredVersion> versions(String key) {
        return versions.of(new ObjectKey(key));
    }

    /** Begins an upload in parts, at a time that the store will tell. */
    public UnfinishedUpload beginUpload(String key, Instant initiated) {
        return uploads.begin(new ObjectKey(key), initiated);
    }

    /** Completes an upload: the object appears with the time at which it was begun, and nothing happens where it was aborted. */
    public void completeUpload(UnfinishedUpload upload, String content) {
        if (uploads.end(upload)) {
            put(upload.key(), content.getBytes(StandardCharsets.UTF_8), upload.initiated(), now);
        }
    }

    /** Returns the uploads that are neither completed nor aborted. */
    public List<UnfinishedUpload> uploads() {
        return uploads.all();
    }

    public boolean exists(String key) {
        return current(new ObjectKey(key)).isPresent();
    }

    /** Returns the object as it is now, empty when there is none. */
    public Optional<ListedObject> object(String key) {
        return current(new ObjectKey(key)).map(StoredContent::object);
    }

    /** Returns the content as it is now, empty when there is none. */
    public Optional<String> text(String key) {
        return current(new ObjectKey(key)).map(StoredContent::text);
    }

    /** Returns all keys that are there now, in the order of their UTF-8 bytes. */
    public NavigableSet<String> keys() {
        var keys = new TreeSet<String>(ObjectKey::compareUtf8);
        history.keySet().stream().filter(key -> current(key).isPresent()).forEach(key -> keys.add(key.text()));
        return keys;
    }

    Optional<StoredContent> current(ObjectKey key) {
        var changes = history.getOrDefault(key, List.of());
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(changes.get(changes.size() - 1).content());
    }

    /** What a listing shows now, in order, before it is rearranged. */
    List<ListedObject> listed(String prefix) {
        var objects = new ArrayList<ListedObject>();
        history.forEach((key, changes) -> {
            if (key.startsWith(prefix) && !faults.omits(key)) {
                visible(changes).ifPresent(objects::add);
            }
        });
        return objects;
    }

    private Optional<ListedObject> visible(List<Change> changes) {
        for (int i = changes.size() - 1; i >= 0; i--) {
            var change = changes.get(i);
            boolean lagging = !faults.lag().isZero() && change.at().isAfter(now.minus(faults.lag()));
            if (change.number() <= frozenAt && !lagging) {
                return Optional.ofNullable(change.content()).map(StoredContent::object);
            }
        }
        return Optional.empty();
    }

    /** Answers one call, with the faults that fit it. */
    <T> T answer(Op op, String key, Supplier<T> effect) {
        var call = begin(op, key);
        if (faults.fails(call, callsThisTick)) {
            throw new FakeFailure(
                    "The store did not answer call " + call.number() + " (" + op + " " + key + "); run again.");
        }
        var result = effect.get();
        after.accept(call);
        if (faults.losesReply(call)) {
            throw new FakeFailure(
                    "The reply to call " + call.number() + " (" + op + " " + key + ") was lost; run again.");
        }
        return result;
    }

    /** Begins a call: counts it and runs the hook. */
    private Call begin(Op op, String key) {
        var call = new Call(calls.size() + 1L, op, key);
        calls.add(call);
        callsThisTick++;
        before.accept(call);
        return call;
    }

    Instant storeTime() {
        return now.plus(faults.skew());
    }

    private List<Change> changes(ObjectKey key) {
        return history.computeIfAbsent(key, absent -> new ArrayList<>());
    }
}
