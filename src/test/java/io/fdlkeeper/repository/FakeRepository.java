package io.fdlkeeper.repository;

import io.fdlkeeper.store.fake.FakeStore;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a repository into a store in memory, document by document, as a writer would. */
public final class FakeRepository {

    public final FakeStore store;

    /** Begins one with {@code fdl.json} and a {@code HEAD} that names a branch which is not there yet. */
    public FakeRepository(Instant now) {
        store = new FakeStore(now);
        store.load("fdl.json", "{\"fdl\":\"0.1\",\"id\":\"x\",\"data_dir\":\"data/\"}", Instant.EPOCH);
        store.load("HEAD", "ref: refs/heads/main\n", Instant.EPOCH);
    }

    /** Writes a complete version, all of it at one time, with its number as its catalog's content. */
    public VersionId version(int number, Instant at, VersionId... parents) {
        VersionId id = unfinished(number, at);
        store.load(key(id, "version.json"), record(id, at, parents), at);
        return id;
    }

    /** Writes a version's catalog and no record. */
    public VersionId unfinished(int number, Instant at) {
        VersionId id = History.id(number);
        store.load(key(id, "ducklake.duckdb"), "catalog " + number, at);
        return id;
    }

    public static String key(VersionId id, String name) {
        return "versions/" + id + "/" + name;
    }

    public static String record(VersionId id, Instant at, VersionId... parents) {
        return String.format(
                Locale.ROOT,
                "{\"fdl\":\"0.1\",\"id\":\"%s\",\"parents\":[%s],\"created_at\":\"%s\",\"message\":\"m\","
                        + "\"catalog\":{\"path\":\"ducklake.duckdb\"}}",
                id,
                Stream.of(parents).map(parent -> "\"" + parent + "\"").collect(Collectors.joining(",")),
                at);
    }

    /** Puts a mark, at a time. */
    public void mark(VersionId id, String reason, Instant at) {
        store.load(key(id, "expired.json"), "{\"reason\":\"" + reason + "\"}", at);
    }

    /** Puts a mark of one of our runs, at a time. */
    public void markOfRun(VersionId id, String run, Instant at) {
        store.load(key(id, "expired.json"), "{\"reason\":\"retention\",\"run\":\"" + run + "\"}", at);
    }

    /** Removes the catalog, as the end of a retention does. */
    public void removeCatalog(VersionId id) {
        store.remove(key(id, "ducklake.duckdb"));
    }

    /** Points a ref at a version, now. */
    public void ref(String name, VersionId target) {
        store.put(name, target + "\n");
    }

    public RepositoryObserver observer() {
        return new RepositoryObserver(store.ports(), DocumentCache.NONE);
    }

    public Observation observe() {
        return observe(Optional.empty());
    }

    public Observation observe(Optional<RootSet> last) {
        DocumentReading reading = observer().readDocument();
        if (reading instanceof DocumentReading.Read read) {
            return observer().observe(read.document(), store.now(), last);
        }
        return Observation.refused(((DocumentReading.Refused) reading).refusal());
    }

    /** Observes it; there must be nothing to refuse. */
    public RepositoryView view() {
        Observation observation = observe();
        if (!observation.refusals().isEmpty()) {
            throw new AssertionError(observation.refusals());
        }
        return observation.view().orElseThrow();
    }

    /** Returns what is refused, as {@code guard subject}. */
    public List<String> refused(Optional<RootSet> last) {
        return observe(last).refusals().stream()
                .map(refusal -> refusal.guard().id() + " " + refusal.subject())
                .toList();
    }

    public List<String> refused() {
        return refused(Optional.empty());
    }
}
