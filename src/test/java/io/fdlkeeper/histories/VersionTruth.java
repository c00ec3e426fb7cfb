package io.fdlkeeper.histories;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What is true of one version, whatever anybody sees of it. */
final class VersionTruth {

    final String id;
    final String main;
    /** The names of each catalog, by its key, from before it is put. */
    final Map<String, Set<String>> names = new HashMap<>();

    final Map<String, Moment> catalogPut = new HashMap<>();
    final Map<String, Moment> refs = new HashMap<>();
    boolean record;
    boolean mainThere;
    boolean mark;
    boolean withdrawn;
    Truth.Who markedBy = Truth.Who.WRITER;
    long markedAt;
    long catalogTakenByOther = -1;
    long catalogLookedAt = -1;
    Moment rootSince = new Moment(0, Instant.MIN);
    boolean root;
    boolean counts;

    /** A point in a history: its number, and the time by the clock. */
    record Moment(long at, Instant time) {

        Moment later(Moment other) {
            return other.at > at ? other : this;
        }

        Moment earlier(Moment other) {
            return other.at < at ? other : this;
        }
    }

    VersionTruth(String id, String main) {
        this.id = id;
        this.main = main;
    }

    Set<String> allNames() {
        Set<String> all = new HashSet<>();
        catalogPut.keySet().forEach(catalog -> all.addAll(names.getOrDefault(catalog, Set.of())));
        return all;
    }

    boolean isNaked() {
        return record && !mainThere && !mark;
    }

    boolean isNamedByRef() {
        return !refs.isEmpty();
    }

    /** Since when some ref that still stands has named it. */
    Moment namedSince() {
        return refs.values().stream().reduce(Moment::earlier).orElseThrow();
    }

    /** Since when whoever looked at the roots could see that this version names the key. */
    Moment namesSince(String key) {
        return rootSince.later(catalogPut.entrySet().stream()
                .filter(entry -> names.getOrDefault(entry.getKey(), Set.of()).contains(key))
                .map(Map.Entry::getValue)
                .reduce(Moment::earlier)
                .orElseThrow());
    }

    /** Brings what follows from the facts up to date; tells whether it stopped counting just now. */
    boolean update(Moment now) {
        boolean wasCounting = counts;
        boolean isRoot = !catalogPut.isEmpty() && (!mark || isNamedByRef());
        if (isRoot && !root) {
            rootSince = now;
        }
        root = isRoot;
        counts = record && mainThere && (!mark || isNamedByRef());
        return wasCounting && !counts;
    }
}
