package io.fdlkeeper.histories;

import io.fdlkeeper.histories.VersionTruth.Moment;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.fake.Call;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.store.fake.Op;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * The witness: knows every object and who did what when, and holds each change of the store against what was promised.
 *
 * <p>One window is granted, and nothing beside it: a version that came to name a file, or a ref that came to name a version, after the
 * keeper's last look and before its deletion.
 */
final class Truth {

    /** Who changed the store. */
    enum Who {
        WRITER,
        OTHER_KEEPER,
        KEEPER
    }

    /** What may be between a version's release and the first observation that sees it, beside the grace period. */
    private static final Duration SLACK = Duration.ofMinutes(30);

    private final FakeStore store;
    private final Rules rules;
    private final Map<String, ListedObject> present = new HashMap<>();
    private final Map<String, VersionTruth> versions = new TreeMap<>();
    private final Map<String, Set<VersionTruth>> naming = new HashMap<>();
    private final Map<String, String> refs = new TreeMap<>();
    private final Map<String, Instant> namedUntil = new HashMap<>();
    private final Map<String, Instant> firstObserved = new HashMap<>();
    private final Set<String> observedNamed = new HashSet<>();
    private final Map<String, Deletion> deletions = new HashMap<>();
    private final Set<String> broken = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private final KeeperSteps steps = new KeeperSteps();
    private BiPredicate<String, String> isKnown = (version, catalog) -> true;
    private Duration lag = Duration.ZERO;
    private long at;
    private int windows;

    Truth(FakeStore store, Rules rules) {
        this.store = store;
        this.rules = rules;
    }

    List<String> violations() {
        return violations;
    }

    /** Returns how often the one window was hit. */
    int windows() {
        return windows;
    }

    Map<String, VersionTruth> versions() {
        return versions;
    }

    Map<String, String> refs() {
        return refs;
    }

    Set<String> keys() {
        return present.keySet();
    }

    KeeperSteps steps() {
        return steps;
    }

    /** Lets looks be as blind as the store's listings are. */
    void lag(Duration behind) {
        lag = behind;
    }

    /** Tells the witness how to ask whether the keeper has read a catalog's names. */
    void knownBy(BiPredicate<String, String> keeper) {
        isKnown = keeper;
    }

    boolean isKnownToKeeper(String id) {
        return versions.get(id).names.keySet().stream().allMatch(catalog -> isKnown.test(id, catalog));
    }

    boolean isNamed(String key) {
        return naming.getOrDefault(key, Set.of()).stream().anyMatch(version -> version.counts);
    }

    /** Tells whether no other version's catalog was ever made that names the key. */
    boolean isNamedOnlyBy(String key, String id) {
        return naming.getOrDefault(key, Set.of()).stream().allMatch(version -> version.id.equals(id));
    }

    /** Declares what a catalog that will be put is going to name. */
    void declare(VersionTruth version, String catalog, Set<String> names) {
        versions.put(version.id, version);
        version.names.put(catalog, names);
        names.forEach(
                name -> naming.computeIfAbsent(name, key -> new HashSet<>()).add(version));
    }

    /** Notes that the keeper is about to look at something. */
    void looks(Call call) {
        at++;
        steps.looks(call, now());
        if (call.op() == Op.LIST && call.key().equals("data/")) {
            listsData();
        }
        if (call.op() == Op.LIST || call.op() == Op.HEAD) {
            versions.values().stream()
                    .filter(version ->
                            call.key().equals("versions/") || call.key().startsWith("versions/" + version.id))
                    .forEach(version -> version.catalogLookedAt = at);
        }
    }

    /** Notes that the keeper wrote down that a batch begins. */
    void intends() {
        steps.intends(store.now(), rules.safety().rootCheckValid());
    }

    /** Notes that a run observes the repository from now on. */
    void observes() {
        steps.observes(store.now());
        observedNamed.clear();
        data().filter(this::isNamed).forEach(observedNamed::add);
    }

    /** Notes that a collection lists the data now: no later than this it sees a file that nobody names. */
    private void listsData() {
        data().filter(key -> !isNamed(key)).forEach(key -> firstObserved.putIfAbsent(key, steps.observedAt()));
    }

    /** Notes that the observation became a plan, so that what was named all the while was seen to be. */
    void planned() {
        observedNamed.removeIf(key -> !isNamed(key));
        firstObserved.keySet().removeAll(observedNamed);
        data().filter(key -> !isNamed(key)).forEach(key -> firstObserved.putIfAbsent(key, steps.observedAt()));
    }

    private Stream<String> data() {
        return present.keySet().stream().filter(key -> key.startsWith("data/"));
    }

    /** Returns when each file was first observed that nobody named. */
    Map<String, Instant> firstObserved() {
        return firstObserved;
    }

    private Moment now() {
        return new Moment(at, store.now());
    }

    /** Takes in that a key was written or removed, and judges it. */
    void changed(String key, Who who) {
        at++;
        ListedObject before = present.get(key);
        ListedObject after = store.object(key).orElse(null);
        if (before == null ? after == null : before.equals(after)) {
            return;
        }
        if (after == null) {
            present.remove(key);
        } else {
            present.put(key, after);
        }
        boolean deletedByKeeper = who == Who.KEEPER && before != null && after == null;
        if (key.startsWith("data/")) {
            data(key, before, after == null, deletedByKeeper);
        } else if (key.startsWith("versions/")) {
            folder(key, before, after != null, who);
        } else if (key.startsWith("refs/")) {
            ref(key);
            forbid(deletedByKeeper, "a ref was deleted: " + key);
        } else {
            forbid(deletedByKeeper && !key.startsWith(".fdl-keeper-probe-"), "outside of data and versions: " + key);
        }
    }

    private void data(String key, ListedObject before, boolean gone, boolean byKeeper) {
        deletions.remove(key);
        Instant seen = firstObserved.remove(key);
        if (!gone || !byKeeper) {
            return;
        }
        deletions.put(key, steps.deletion(at));
        Instant observed = steps.observedAt();
        boolean named = naming.containsKey(key);
        Duration grace = rules.graceOf(named);
        forbid(
                !before.lastModified().plus(grace).isBefore(observed),
                key + " was not older than " + grace + ": stored " + before.lastModified() + ", observed " + observed);
        boolean releasedForGood =
                namedUntil.containsKey(key) && namedUntil.get(key).plus(grace).isBefore(observed);
        forbid(
                !releasedForGood && (seen == null || !seen.plus(grace).isBefore(observed)),
                key + " was not unreferenced for longer than " + grace + ": first observed " + seen + ", now "
                        + observed);
        Instant until = namedUntil.getOrDefault(key, Instant.MIN.plus(Rules.GRACE));
        forbid(
                !until.plus(Rules.GRACE).minus(SLACK).isBefore(observed),
                key + " was named until " + until + ", less than a grace period before " + observed);
        naming.getOrDefault(key, Set.of()).forEach(version -> requireWhole(version, key));
    }

    private void folder(String key, ListedObject before, boolean there, Who who) {
        String id = key.substring("versions/".length(), key.indexOf('/', "versions/".length()));
        VersionTruth version = versions.get(id);
        if (version == null) {
            throw new IllegalStateException("the history made a version without saying so: " + key);
        }
        boolean wasNaked = version.isNaked();
        boolean isCatalog = version.names.containsKey(key);
        if (key.endsWith("/version.json")) {
            version.record = there;
        } else if (key.endsWith("/expired.json")) {
            markChanged(version, before, there, who);
        } else if (isCatalog) {
            catalogChanged(version, key, there, who);
        }
        if (who == Who.KEEPER && !there && before != null && !key.endsWith("/expired.json")) {
            judgeDeletion(version, key, before, isCatalog);
        }
        settle(version);
        if (version.isNaked() && !wasNaked) {
            boolean window = who == Who.KEEPER
                    && key.endsWith("/expired.json")
                    && version.catalogTakenByOther > version.catalogLookedAt;
            forbid(!window, "version " + id + " has neither catalog nor mark after " + who + " changed " + key);
        }
    }

    private void catalogChanged(VersionTruth version, String key, boolean there, Who who) {
        if (there) {
            version.catalogPut.putIfAbsent(key, now());
        } else {
            version.catalogPut.remove(key);
            version.catalogTakenByOther = who == Who.KEEPER ? version.catalogTakenByOther : at;
        }
        if (key.equals(version.main)) {
            version.mainThere = there;
        }
    }

    private void markChanged(VersionTruth version, ListedObject before, boolean there, Who who) {
        if (who == Who.KEEPER && there) {
            steps.marks(version.id);
            forbid(
                    version.isNamedByRef() && isSeen(version.namedSince(), steps.refsLook()),
                    "version " + version.id + " was marked though " + version.refs.keySet() + " name it");
        }
        forbid(
                who == Who.KEEPER && !there && before != null && version.markedBy != Who.KEEPER,
                "the mark of another on " + version.id + " was taken off");
        version.mark = there;
        version.withdrawn = there
                && store.text("versions/" + version.id + "/expired.json")
                        .orElse("")
                        .contains("withdrawn");
        version.markedBy = who;
        version.markedAt = at;
    }

    private void judgeDeletion(VersionTruth version, String key, ListedObject before, boolean isCatalog) {
        if (version.record) {
            forbid(!steps.readRefsFor(version), "refs were not read again before " + key + " was deleted");
            forbid(!isCatalog, "no catalog of a version with a record: " + key);
            forbid(
                    version.isNamedByRef() && isSeen(version.namedSince(), steps.refsLook()),
                    "the catalog " + key + " was deleted though " + version.refs.keySet() + " name its version");
        } else {
            forbid(
                    !before.lastModified().plus(Rules.GRACE).isBefore(steps.observedAt()),
                    "of an unfinished version, not older than the grace period: " + key);
        }
    }

    /** Tells whether a look must have seen what is so since a moment. */
    private boolean isSeen(Moment since, Moment look) {
        return since.at() < look.at()
                && (lag.isZero() || since.time().isBefore(look.time().minus(lag)));
    }

    boolean isSeenUnlagged(long since, long look) {
        return lag.isZero() && since < look;
    }

    private void ref(String name) {
        String before = refs.get(name);
        String after = store.text(name).map(String::strip).orElse(null);
        if (after == null) {
            refs.remove(name);
        } else {
            refs.put(name, after);
        }
        if (before != null && versions.containsKey(before)) {
            versions.get(before).refs.remove(name);
            settle(versions.get(before));
        }
        if (after != null && versions.containsKey(after)) {
            versions.get(after).refs.put(name, now());
            settle(versions.get(after));
        }
    }

    private void settle(VersionTruth version) {
        boolean counted = version.counts;
        Set<String> named = counted ? version.allNames() : Set.of();
        if (version.update(now()) && !version.withdrawn) {
            // Which old files a version named that nobody read before it went, nobody can know afterwards.
            version.names.forEach((catalog, names) -> {
                if (isKnown.test(version.id, catalog)) {
                    names.forEach(name -> namedUntil.put(name, store.now()));
                }
            });
        }
        if (counted && !version.counts) {
            // What nobody named for a moment of an observation may have been seen so in it.
            observedNamed.removeIf(key -> !isNamed(key));
        }
        if (version.counts && (!counted || !named.equals(version.allNames()))) {
            version.allNames().forEach(name -> requireWhole(version, name));
        }
    }

    private void requireWhole(VersionTruth version, String key) {
        if (!version.counts || present.containsKey(key) || !version.allNames().contains(key)) {
            return;
        }
        Deletion deletion = deletions.get(key);
        if (deletion == null || !broken.add(version.id + " " + key)) {
            return;
        }
        boolean window = deletion.lookFresh()
                && !isSeen(version.namesSince(key), new Moment(deletion.lookedAt(), deletion.lookTime()));
        windows += window ? 1 : 0;
        forbid(
                !window,
                "version " + version.id + " names " + key + ", which was deleted " + deletion
                        + "; it could be seen since " + version.namesSince(key));
    }

    /** Tells whether some version, finished or not, misses a file that was deleted in the window. */
    boolean hasLoss() {
        return !broken.isEmpty()
                || versions.values().stream()
                        .filter(version -> version.root && !version.record)
                        .anyMatch(version -> !present.keySet().containsAll(version.allNames()));
    }

    void forbid(boolean bad, String what) {
        if (bad) {
            violations.add("[" + at + " " + store.now() + "] " + what);
        }
    }
}
