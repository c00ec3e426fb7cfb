package io.fdlkeeper.histories;

import io.fdlkeeper.catalog.fake.CatalogText;
import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.store.fake.FakeStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What a repository comes to when nobody writes any more and all waiting times run out, by a second reading of the rules that shares
 * nothing with the product.
 */
final class Settlement {

    private static final Duration BETWEEN_RUNS = Rules.GRACE.dividedBy(3);
    private static final int RUNS = 10;

    /** What every complaint of this class begins with: nothing was lost, only not done. */
    static final String UNDONE = "in the end, with nobody writing: ";

    private final FakeStore store;
    private final Truth truth;
    private final Lake lake;
    private final Rules rules;

    Settlement(FakeStore store, Truth truth, Lake lake, Rules rules) {
        this.store = store;
        this.truth = truth;
        this.lake = lake;
        this.rules = rules;
    }

    /** Lets the keeper run until all waiting times have run out twice, and holds what is left against what should be. */
    void reach(Function<JobKind, JobReport> run) {
        Instant first = store.now().plusSeconds(600);
        for (int i = 0; i < RUNS && truth.violations().isEmpty(); i++) {
            require(run.apply(JobKind.RETENTION));
            // Collections observe at exactly a third of the grace period from each other, so that exactly as old is met
            // often.
            store.setClock(first.plus(BETWEEN_RUNS.multipliedBy(i)).minusMillis(1));
            require(run.apply(JobKind.GC));
            store.setClock(first.plus(BETWEEN_RUNS.multipliedBy(i + 1L)).minusSeconds(300));
        }
        if (!truth.violations().isEmpty()) {
            return;
        }
        Set<String> kept = kept();
        truth.versions().values().stream()
                .filter(version -> version.record)
                .forEach(version -> truth.forbid(
                        version.mainThere != kept.contains(version.id),
                        UNDONE + "version " + version.id + " should be "
                                + (kept.contains(version.id) ? "kept" : "expired")));
        Set<String> unfinished = new TreeSet<>(truth.keys());
        unfinished.removeIf(
                key -> !key.startsWith("versions/") || truth.versions().get(key.substring(9, 45)).record);
        truth.forbid(!unfinished.isEmpty(), UNDONE + "abandoned folders should be gone: " + unfinished);
        Set<String> stays = data(kept);
        truth.keys().stream()
                .filter(key -> key.startsWith("data/"))
                .sorted()
                .forEach(key -> truth.forbid(!stays.contains(key), UNDONE + key + " should be gone"));
        truth.forbid(
                truth.keys().stream().anyMatch(key -> key.startsWith(".fdl-keeper")),
                UNDONE + "a probe object is left");
    }

    private void require(JobReport report) {
        truth.forbid(
                report.outcome() != JobOutcome.SUCCEEDED,
                UNDONE + report.job() + " ended " + report.outcome() + ": " + report.message() + " " + report.notes()
                        + " " + report.refusals());
    }

    private Set<String> kept() {
        Set<String> kept = new TreeSet<>(truth.refs().values());
        Set<String> reached = new HashSet<>();
        for (Map.Entry<String, String> ref : truth.refs().entrySet()) {
            boolean counted =
                    ref.getKey().startsWith("refs/heads/") || ref.getKey().startsWith("refs/requests/");
            int left = counted ? rules.policy().rules().last() : 0;
            Optional<String> next = Optional.of(ref.getValue());
            while (next.isPresent()) {
                VersionTruth version = truth.versions().get(next.get());
                reached.add(version.id);
                if (left > 0 && version.mainThere && !version.mark) {
                    kept.add(version.id);
                    left--;
                }
                next = lake.commits.get(version.id).parent();
            }
        }
        if (rules.policy().unreachableAfter().isEmpty()) {
            truth.versions().values().stream()
                    .filter(version -> version.counts && !reached.contains(version.id))
                    .forEach(version -> kept.add(version.id));
        }
        kept.removeIf(id -> !truth.versions().get(id).mainThere);
        return kept;
    }

    private Set<String> data(Set<String> kept) {
        Set<String> stays = new HashSet<>();
        List<String> texts = new ArrayList<>();
        for (String id : kept) {
            Commit commit = lake.commits.get(id);
            stays.addAll(commit.names());
            texts.addAll(mentions(commit.text()));
            commit.extra().ifPresent(extra -> texts.addAll(mentions(extra)));
        }
        truth.keys().stream()
                .filter(key -> !key.endsWith(".parquet")
                        || texts.stream().anyMatch(text -> text.contains(key.substring(key.lastIndexOf('/') + 1))))
                .forEach(stays::add);
        return stays;
    }

    private static List<String> mentions(CatalogText text) {
        List<String> mentions = new ArrayList<>(text.texts(CatalogText.Kind.VIEW));
        mentions.addAll(text.texts(CatalogText.Kind.EXTERNAL));
        return mentions;
    }
}
