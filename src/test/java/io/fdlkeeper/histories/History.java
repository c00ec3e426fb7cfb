package io.fdlkeeper.histories;

import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.repository.RootSet;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.fake.Call;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.store.fake.Op;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One random history of a repository, drawn by a seed: writers write, days pass, and the keeper's runs go on in between, with a writer's
 * step, a crash or a fault possible between any two of their steps. In the end all writers stop, and the keeper goes on until nothing is
 * left to do.
 */
final class History {

    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final int ROUNDS = 12;

    private final Chance chance;
    private final FakeStore store = new FakeStore(START);
    private final Rules rules;
    private final Truth truth;
    private final Lake lake;
    private final Writers writers;
    private final Keeper keeper;
    private final Weather weather;
    private final RunCheck check;
    private final boolean stormy;
    private final double busyness;
    private Optional<String> savedPlan = Optional.empty();
    private Set<String> hidden = Set.of();
    private boolean running;
    private boolean disturbed;
    private int points;
    private int crashAt;
    private Result result = new Result(List.of(), 0, 0, 0, 0);

    /** What a history came to: what went wrong, and how much happened. */
    record Result(List<String> violations, int windows, int runs, int crashes, int deleted) {

        /** Tells whether something was done that must not be, beside things left undone. */
        boolean violatesSafety() {
            return violations.stream().anyMatch(what -> !what.contains(Settlement.UNDONE));
        }

        Result plus(Result other) {
            return new Result(
                    violations,
                    windows + other.windows,
                    runs + other.runs,
                    crashes + other.crashes,
                    deleted + other.deleted);
        }
    }

    private History(long seed, Keeping keeping, Path scratch) {
        chance = new Chance(seed);
        rules = Rules.drawnBy(chance);
        truth = new Truth(store, rules);
        lake = new Lake(store, truth, chance.split());
        writers = new Writers(lake);
        keeper = new Keeper(store, rules, keeping, scratch, this::disturb, truth::intends);
        truth.knownBy(keeper::knows);
        weather = new Weather(store, truth, chance.split());
        check = new RunCheck(store, truth);
        stormy = chance.happens(0.35);
        busyness = chance.happens(0.2) ? 0 : 0.02 + 0.3 * chance.below(100) / 100;
        store.beforeCall(this::before);
        store.afterCall(this::after);
    }

    /** Plays the history of a seed. */
    static Result play(long seed, Keeping keeping, Path scratch) {
        History history = new History(seed, keeping, scratch);
        history.play();
        return history.result;
    }

    private void play() {
        steps(chance.between(5, 60));
        for (int round = 0; round < ROUNDS && truth.violations().isEmpty(); round++) {
            steps(chance.below(25));
            passTime();
            disturbed = chance.happens(0.8);
            weather.fair();
            if (!hidden.isEmpty()) {
                weather.hide(hidden, false);
            } else if (stormy && chance.happens(0.4)) {
                weather.foul(rootsKnown());
            } else if (stormy && round > 1 && chance.happens(0.15)) {
                hidden = rootsKnown().stream()
                        .filter(id -> !truth.refs().containsValue(id) && chance.happens(0.4))
                        .collect(Collectors.toSet());
            }
            run(chance.happens(0.55) ? JobKind.GC : JobKind.RETENTION, order());
            weather.fair();
        }
        disturbed = false;
        writers.stopAll();
        if (truth.violations().isEmpty() && !truth.hasLoss()) {
            new Settlement(store, truth, lake, rules).reach(this::calmly);
        }
        result = new Result(truth.violations(), truth.windows(), result.runs, result.crashes, result.deleted);
    }

    private Set<String> rootsKnown() {
        Set<String> known = new TreeSet<>(truth.refs().values());
        keeper.state()
                .rootSets()
                .last("memory://fake/")
                .map(RootSet::versions)
                .ifPresent(ids -> ids.stream().map(VersionId::text).forEach(known::add));
        return known;
    }

    private Order order() {
        int stopAfter = chance.happens(0.08) ? chance.below(6) : Integer.MAX_VALUE;
        int[] asked = {0};
        Order order = new Order("tester", Optional.empty(), false, Progress.SILENT, () -> asked[0]++ >= stopAfter);
        return savedPlan.isPresent() && chance.happens(0.3) ? order.withPlan(savedPlan.get()) : order;
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            writers.step();
            store.advanceClock(Duration.ofMinutes(chance.happens(0.2) ? chance.below(600) : chance.below(5)));
        }
    }

    /** Hours or days pass; now and then exactly so much that something is exactly as old as the grace period. */
    private void passTime() {
        switch (chance.below(6)) {
            case 0 -> {}
            case 1 -> store.advanceClock(Duration.ofHours(chance.between(1, 48)));
            case 2 -> store.advanceClock(Duration.ofDays(chance.between(3, 9)));
            case 3, 4 -> store.advanceClock(Duration.ofHours(84).minusSeconds(chance.below(2)));
            default ->
                exactly(
                        chance.happens(0.5)
                                ? rules.safety().grace()
                                : rules.safety().graceUncommitted());
        }
    }

    private void exactly(Duration grace) {
        List<Instant> moments = truth.keys().stream()
                .filter(key -> key.startsWith("data/"))
                .map(key -> truth.firstObserved()
                        .getOrDefault(key, store.now())
                        .plus(grace)
                        .minusMillis(chance.below(2)))
                .filter(store.now()::isBefore)
                .sorted()
                .toList();
        if (!moments.isEmpty()) {
            store.setClock(chance.oneOf(moments));
        }
    }

    private void before(Call call) {
        if (call.op() == Op.READ && call.key().equals("fdl.json")) {
            truth.observes();
        }
        if (call.op() != Op.DELETE && disturbed && chance.happens(0.01)) {
            store.advanceClock(Duration.ofSeconds(chance.below(120)));
        }
        disturb();
        if (isTurn(call)) {
            turn(call);
        }
        store.advanceClock(Duration.ofMillis(1));
        truth.looks(call);
    }

    /** Calls around which a keeper's mistakes show, so that writers are busier there. */
    private static boolean isTurn(Call call) {
        return switch (call.op()) {
            case LIST -> Set.of("data/", "versions/", "refs/").contains(call.key());
            case LIST_LEVEL -> call.key().equals("versions/");
            case CREATE -> call.key().endsWith("/expired.json");
            default -> false;
        };
    }

    private void turn(Call call) {
        if (!running || !disturbed || busyness == 0 || !chance.happens(0.2)) {
            return;
        }
        if (call.is(Op.CREATE)) {
            writers.lookSlowlyAt(
                    call.key().substring("versions/".length(), call.key().lastIndexOf('/')));
        } else {
            for (int i = chance.between(5, 25); i > 0; i--) {
                writers.step();
            }
        }
    }

    private void after(Call call) {
        if (call.op().changes()) {
            truth.changed(call.key(), Truth.Who.KEEPER);
        }
        if (call.is(Op.CREATE) && running && disturbed) {
            writers.actOnSlowLook();
        }
        disturb();
    }

    private void disturb() {
        if (!running || !disturbed) {
            return;
        }
        points++;
        if (points == crashAt) {
            keeper.crash();
            throw new Crash();
        }
        if (chance.happens(busyness)) {
            int steps = chance.happens(0.2) ? chance.between(3, 10) : 1;
            for (int i = 0; i < steps; i++) {
                writers.step();
            }
        }
    }

    private JobReport calmly(JobKind job) {
        running = true;
        truth.steps().begin();
        JobReport report = keeper.run(job, Order.by("tester"));
        if (report.outcome() == JobOutcome.NEEDS_APPROVAL) {
            String digest = report.plan().orElseThrow().header().digest();
            report = keeper.run(job, Order.by("tester").withPlan(digest));
        }
        running = false;
        check.ended(report, keeper.state().journals());
        count(report);
        return report;
    }

    private void run(JobKind job, Order order) {
        points = 0;
        crashAt = disturbed && chance.happens(0.25) ? chance.between(1, chance.oneOf(List.of(20, 100, 400))) : -1;
        truth.steps().begin();
        running = true;
        try {
            JobReport report = chance.happens(0.15) ? keeper.plan(job, order) : keeper.run(job, order);
            report.plan()
                    .ifPresent(plan -> savedPlan = Optional.of(plan.header().digest()));
            running = false;
            if (report.run().isPresent()) {
                check.ended(report, keeper.state().journals());
            }
            count(report);
            if (report.outcome() == JobOutcome.NEEDS_APPROVAL && chance.happens(0.7)) {
                run(job, order.withPlan(report.plan().orElseThrow().header().digest()));
            }
        } catch (Crash crash) {
            result = result.plus(new Result(List.of(), 0, 1, 1, 0));
        } catch (StoreException e) {
            result = result.plus(new Result(List.of(), 0, 1, 0, 0));
            truth.forbid(!stormy, "a run failed in fair weather: " + e);
        } catch (RuntimeException e) {
            truth.forbid(
                    true,
                    "a run failed: " + e + " at "
                            + java.util.Arrays.stream(e.getStackTrace())
                                    .limit(6)
                                    .map(String::valueOf)
                                    .collect(Collectors.joining("; ")));
        } finally {
            running = false;
        }
    }

    private void count(JobReport report) {
        if (report.job() == JobKind.GC && report.plan().isPresent()) {
            truth.planned();
        }
        long deleted = report.outcomes().entrySet().stream()
                .filter(entry -> entry.getKey().id().equals("deleted"))
                .mapToLong(entry -> entry.getValue().objects())
                .sum();
        result = result.plus(new Result(List.of(), 0, 1, 0, (int) deleted));
    }
}
