package io.fdlkeeper;

import io.fdlkeeper.catalog.duckdb.DuckDbReferenceSets;
import io.fdlkeeper.fakes.ForwardingState;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.gc.RunCap;
import io.fdlkeeper.maintenance.ApplyRetention;
import io.fdlkeeper.maintenance.CollectGarbage;
import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.RunLimits;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.store.local.LocalStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * A run on a real folder with the real state, which kills its own process at one journaled step.
 *
 * <p>A step is passed between the line that intends it and its action, and again between its action and the line that records it.
 */
final class KilledRun {

    private final Path repository;
    private final Path state;
    private final String publishedAs;
    private final DeadlySteps deadly;

    private KilledRun(Path repository, Path state, String publishedAs, int killAt) {
        this.repository = repository;
        this.state = state;
        this.publishedAs = publishedAs;
        this.deadly = new DeadlySteps(killAt);
    }

    /** Arguments: job, repository, state, address, step at which the process dies. */
    public static void main(String[] arguments) {
        var run = new KilledRun(
                Path.of(arguments[1]), Path.of(arguments[2]), arguments[3], Integer.parseInt(arguments[4]));
        run.execute(arguments[0]);
    }

    /** Runs a job to its end and returns the outcome. */
    static JobOutcome toItsEnd(String job, Path repository, Path state, String publishedAs) {
        return new KilledRun(repository, state, publishedAs, DeadlySteps.NEVER).execute(job);
    }

    /** Runs a job to its end and returns how many lines its journal was given. */
    static int steps(String job, Path repository, Path state, String publishedAs) {
        var run = new KilledRun(repository, state, publishedAs, DeadlySteps.NEVER);
        run.execute(job);
        return run.deadly.passed();
    }

    private JobOutcome execute(String job) {
        Clock clock = Clock.systemUTC();
        try (KeeperState kept = KeeperState.open(state, clock)) {
            var workplace = new Workplace(
                    new Watched(kept),
                    (location, reader, address) -> new DuckDbReferenceSets(
                                    kept.referencesFolder(location), kept.temporaryFolder(), "64MB", 1, false)
                            .open(reader, address),
                    kept.temporaryFolder(),
                    clock,
                    () -> UUID.randomUUID().toString());
            var managed = new ManagedRepository(
                    "killed",
                    LocalStore.at(repository, clock),
                    List.of(publishedAs),
                    List.of(),
                    RetentionPolicy.exactly(1),
                    GcSafety.DEFAULT.withGrace(Duration.ofDays(7)),
                    new RunLimits(RunCap.NONE, 1, Duration.ofHours(24)));
            return job.equals("gc")
                    ? collect(workplace, managed)
                    : new ApplyRetention(workplace)
                            .run(managed, Order.by("tester"))
                            .outcome();
        }
    }

    private static JobOutcome collect(Workplace workplace, ManagedRepository managed) {
        var collection = new CollectGarbage(workplace);
        Order order = Order.by("tester").trustingAge();
        JobReport report = collection.run(managed, order);
        if (report.outcome() != JobOutcome.NEEDS_APPROVAL) {
            return report.outcome();
        }
        String digest = report.plan().orElseThrow().header().digest();
        return collection.run(managed, order.withPlan(digest)).outcome();
    }

    /** The real state, whose journals tell of every line. */
    private final class Watched extends ForwardingState {

        Watched(KeeperState state) {
            super(state);
        }

        @Override
        public Journals journals() {
            return new Journals() {
                @Override
                public Journal open(String run) {
                    return new PassingLines(state.journals().open(run));
                }

                @Override
                public List<JournalEntry> results(String run) {
                    return state.journals().results(run);
                }

                @Override
                public List<JournalEntry> unresolved(String run) {
                    return state.journals().unresolved(run);
                }

                @Override
                public void forget(String run) {
                    state.journals().forget(run);
                }
            };
        }
    }

    /** Passes after an intention is on disk, and before a result is. */
    private final class PassingLines implements Journal {

        private final Journal journal;

        PassingLines(Journal journal) {
            this.journal = journal;
        }

        @Override
        public void intend(List<JournalEntry> steps) {
            journal.intend(steps);
            deadly.pass();
        }

        @Override
        public void record(List<JournalEntry> results) {
            deadly.pass();
            journal.record(results);
        }

        @Override
        public void close() {
            journal.close();
        }
    }
}
