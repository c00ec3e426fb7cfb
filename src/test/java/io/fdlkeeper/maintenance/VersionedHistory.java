package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.gc.OldVersions;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.UnfinishedUpload;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.Op;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * One random history of a repository in a bucket that keeps old versions, drawn by a seed: a writer commits, uploads in parts and gives
 * up, others delete and write under the keeper's feet, days pass, and the keeper collects, expires, purges and restores in between.
 */
final class VersionedHistory {

    private static final Duration GRACE = VersionedKeeper.GRACE;
    private static final Instant LONG_AGO = Instant.parse("2010-11-10T23:32:13Z");
    private static final int STEPS = 60;

    private final SplittableRandom random;
    private final VersionedKeeper keeper;
    private final VersionedTruth truth;
    private final Map<UnfinishedUpload, Instant> atWork =
            new TreeMap<>((a, b) -> a.uploadId().compareTo(b.uploadId()));
    private VersionId head;
    private Set<String> headKeys = new TreeSet<>();
    private int numbers;
    private int files;

    private VersionedHistory(long seed, UnaryOperator<VersionedKeeper> mistake, Path scratch) {
        random = new SplittableRandom(seed);
        keeper = mistake.apply(new VersionedKeeper(scratch));
        keeper.safety = new GcSafety(
                GRACE,
                GRACE,
                1,
                GcSafety.DEFAULT.skewWarn(),
                GcSafety.DEFAULT.skewLimit(),
                GcSafety.DEFAULT.rootCheckValid(),
                GcSafety.DEFAULT.suffixes());
        keeper.limits = new RunLimits(
                RunLimits.DEFAULT.cap(),
                1 + random.nextInt(4),
                RunLimits.DEFAULT.planValidity(),
                random.nextInt(4) == 0 ? OldVersions.LEAVE : OldVersions.PURGE_OURS);
        keeper.keep = 1 + random.nextInt(2);
        truth = new VersionedTruth(keeper.store, GRACE);
        head = commit();
    }

    /** Plays the history of a seed and returns what it came to. */
    static VersionedTruth play(long seed, UnaryOperator<VersionedKeeper> mistake, Path scratch) {
        VersionedHistory history = new VersionedHistory(seed, mistake, scratch);
        for (int i = 0; i < STEPS && history.truth.violations().isEmpty(); i++) {
            history.step();
            history.truth.look("after step " + i);
            history.finishLateUploads();
            boolean soon = history.random.nextInt(3) == 0;
            history.keeper.pass(Duration.ofMinutes(soon ? 1 : history.random.nextInt(36 * 60)));
        }
        return history.truth;
    }

    private void step() {
        int drawn = random.nextInt(100);
        if (drawn < 16) {
            head = commit();
        } else if (drawn < 24) {
            keeper.store.put(newKey(), "an orphan");
        } else if (drawn < 34) {
            others();
        } else if (drawn < 42) {
            upload();
        } else if (drawn < 44) {
            keeper.store.versioning(random.nextBoolean() ? Versioning.SUSPENDED : Versioning.ENABLED);
        } else if (drawn < 54) {
            job(keeper::retention);
        } else if (drawn < 86) {
            job(keeper::gc);
        } else {
            restore();
        }
    }

    private VersionId commit() {
        Set<String> keys = new TreeSet<>(headKeys);
        keys.removeIf(key -> random.nextInt(3) == 0);
        keys.add(newKey());
        keys.removeIf(key -> headKeys.contains(key) && !keeper.store.exists(key));
        VersionId id = keeper.commit(++numbers, head == null ? List.of() : List.of(head), keys.toArray(String[]::new));
        truth.committed(id, keys);
        headKeys = keys;
        return id;
    }

    private String newKey() {
        return String.format("data/t/%02d-%d.parquet", random.nextInt(100), files++);
    }

    /** Somebody else deletes what nothing names, writes under a key that was deleted, or removes an old version. */
    private void others() {
        Set<String> named = truth.named();
        List<String> free = keeper.store.keys().stream()
                .filter(key -> key.startsWith("data/") && !named.contains(key))
                .toList();
        List<String> hidden = hidden();
        int drawn = random.nextInt(4);
        if (drawn == 0 && !free.isEmpty()) {
            keeper.store.remove(one(free));
        } else if (drawn == 1 && !hidden.isEmpty()) {
            String key = one(hidden);
            keeper.store.put(key, "written by another");
            if (random.nextBoolean()) {
                keeper.store.remove(key);
            }
        } else if (drawn == 2 && !hidden.isEmpty()) {
            List<StoredVersion> versions = keeper.store.versions(one(hidden));
            keeper.store.removeVersion(versions.get(versions.size() - 1));
        } else if (drawn == 3 && !hidden.isEmpty()) {
            keeper.store.deleteAgain(one(hidden));
        }
    }

    private List<String> hidden() {
        Set<String> keys = new TreeSet<>();
        keeper.state.deletions().forEach("memory://fake/", deletion -> {
            String key = deletion.key().text();
            if (key.startsWith("data/")
                    && !keeper.store.exists(key)
                    && !keeper.store.versions(key).isEmpty()) {
                keys.add(key);
            }
        });
        return List.copyOf(keys);
    }

    private void upload() {
        boolean late = random.nextInt(3) == 0;
        List<String> hidden = hidden();
        String key = random.nextInt(4) == 0 && !hidden.isEmpty() ? one(hidden) : newKey();
        UnfinishedUpload upload = keeper.store.beginUpload(key, late ? LONG_AGO : keeper.store.now());
        truth.begun(upload);
        if (random.nextBoolean()) {
            atWork.put(upload, keeper.store.now());
        }
    }

    /** A writer is never at work for as long as the grace. */
    private void finishLateUploads() {
        for (UnfinishedUpload upload : List.copyOf(atWork.keySet())) {
            Instant since = atWork.getOrDefault(upload, keeper.store.now());
            if (since.plus(GRACE.dividedBy(2)).isBefore(keeper.store.now())) {
                atWork.remove(upload);
                truth.forbid(
                        !keeper.store.uploads().contains(upload), "the upload of a writer at work is gone: " + upload);
                keeper.store.completeUpload(upload, "uploaded");
                headKeys.add(upload.key().text());
                VersionId id = keeper.commit(++numbers, List.of(head), headKeys.toArray(String[]::new));
                truth.committed(id, headKeys);
                head = id;
            }
        }
    }

    private interface Job {
        JobReport run();
    }

    private Optional<JobReport> job(Job job) {
        foul();
        try {
            return Optional.of(job.run());
        } catch (StoreException e) {
            return Optional.empty();
        } finally {
            keeper.store.faults().none();
        }
    }

    private void foul() {
        int drawn = random.nextInt(12);
        int digit = random.nextInt(10);
        if (drawn == 0) {
            keeper.store.faults().refuseDeletes(key -> key.text().hashCode() % 10 == digit);
        } else if (drawn == 1) {
            keeper.store
                    .faults()
                    .failWhen(call -> call.is(Op.REMOVE_VERSION) && call.key().hashCode() % 3 == 0);
        } else if (drawn == 2) {
            keeper.store
                    .faults()
                    .loseReplyWhen(call -> (call.is(Op.REMOVE_VERSION) || call.is(Op.DELETE))
                            && call.key().hashCode() % 2 == 0);
        } else if (drawn == 3) {
            keeper.store.faults().lockVersions(version -> !version.deleteMarker());
        } else if (drawn == 4) {
            keeper.store.faults().failWhen(call -> call.is(Op.LIST_UPLOADS) || call.is(Op.LIST_VERSIONS));
        } else if (drawn == 5) {
            keeper.store.faults().listVersionsOldestFirst();
        }
    }

    private void restore() {
        List<RunRecord> earlier = keeper.state.runs().list(Optional.of("memory://fake/"), 100).stream()
                .filter(run -> run.job() == JobKind.GC || run.job() == JobKind.RETENTION)
                .toList();
        if (earlier.isEmpty()) {
            return;
        }
        String run = one(earlier.stream().map(RunRecord::id).toList());
        truth.restoring(true);
        job(() -> keeper.restore(run)).ifPresent(report -> account(run, report));
        truth.restoring(false);
    }

    /** Every key that the run deleted is there again, or the answer says why not. */
    private void account(String run, JobReport report) {
        if (report.plan().isEmpty() || report.outcome() == JobOutcome.REFUSED) {
            return;
        }
        Map<String, String> said = new HashMap<>();
        report.plan().get().forEachSpared(spared -> said.put(spared.subject(), spared.reason()));
        keeper.state
                .journals()
                .results(report.run().orElseThrow())
                .forEach(entry -> said.put(entry.key(), entry.result()));
        for (JournalEntry entry : keeper.state.journals().results(run)) {
            if (entry.action().equals("delete") && entry.result().equals(ItemOutcome.DELETED.id())) {
                boolean there = keeper.store
                        .object(entry.key())
                        .filter(object -> object.etag().equals(new ETag(entry.etag())))
                        .isPresent();
                String what = said.getOrDefault(entry.key(), "nothing");
                boolean claimed = what.equals("restored") || what.equals("already-there");
                truth.forbid(claimed != there, "a restore says '" + what + "' of " + entry.key() + ", there: " + there);
                truth.forbid(what.equals("nothing"), "a restore says nothing of " + entry.key());
                truth.forbid(
                        !there && report.outcome() == JobOutcome.SUCCEEDED,
                        "a restore succeeded without " + entry.key());
            }
        }
    }

    private String one(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
