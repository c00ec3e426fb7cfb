package io.fdlkeeper.histories;

import io.fdlkeeper.catalog.duckdb.DuckDbReferenceSets;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.gc.RunCap;
import io.fdlkeeper.maintenance.ApplyRetention;
import io.fdlkeeper.maintenance.CollectGarbage;
import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.RunLimits;
import io.fdlkeeper.maintenance.StatePorts;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.store.local.LocalStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** One run over a real folder with the real state and reader, in a process that can be killed at a step of its journal. */
final class KillableRun {

    private final Path repository;
    private final Path state;
    private final int keep;

    KillableRun(Path repository, Path state, int keep) {
        this.repository = repository;
        this.state = state;
        this.keep = keep;
    }

    /** Runs a job of a repository: {@code REPOSITORY STATE KEEP JOB STEP}, killed at a step counted from 1. */
    public static void main(String[] args) {
        var run = new KillableRun(Path.of(args[0]), Path.of(args[1]), Integer.parseInt(args[2]));
        var outcome = run.of(JobKind.valueOf(args[3]), Integer.parseInt(args[4]));
        if (outcome != JobOutcome.SUCCEEDED) {
            throw new IllegalStateException("the run ended " + outcome);
        }
    }

    /** Runs a job; at the step the process is killed, after an intention is written or before a result is. */
    JobOutcome of(JobKind job, int killedAt) {
        try (var opened = KeeperState.open(state, Clock.systemUTC())) {
            var sets = new DuckDbReferenceSets(
                    opened.referencesFolder(repository.toString()),
                    opened.temporaryFolder().resolve("catalogs"),
                    DuckDbReferenceSets.DEFAULT_MEMORY,
                    1,
                    false);
            var workplace = new Workplace(
                    new Deadly(opened, killedAt),
                    (location, reader, address) -> sets.open(reader, address),
                    opened.temporaryFolder(),
                    Clock.systemUTC(),
                    () -> UUID.randomUUID().toString());
            JobReport report = run(workplace, job, Order.by("tester").trustingAge());
            return report.outcome() == JobOutcome.NEEDS_APPROVAL
                    ? run(workplace, job, Order.by("tester")
                                    .trustingAge()
                                    .withPlan(report.plan().orElseThrow().header().digest()))
                            .outcome()
                    : report.outcome();
        }
    }

    private JobReport run(Workplace workplace, JobKind job, Order order) {
        var managed = new ManagedRepository(
                "killed",
                LocalStore.at(repository, Clock.systemUTC()),
                List.of(),
                List.of(),
                RetentionPolicy.exactly(keep),
                GcSafety.DEFAULT.withGrace(Duration.ofDays(7)),
                new RunLimits(RunCap.NONE, 1, Duration.ofHours(24)));
        return job == JobKind.GC
                ? new CollectGarbage(workplace).run(managed, order)
                : new ApplyRetention(workplace).run(managed, order);
    }

    /** A state whose journals kill the process. */
    private static final class Deadly extends Memories.Through {

        private final int killedAt;
        private int steps;

        Deadly(StatePorts state, int killedAt) {
            super(state);
            this.killedAt = killedAt;
        }

        @Override
        public Journals journals() {
            var journals = state.journals();
            return new Journals() {
                @Override
                public Journal open(String run) {
                    return deadly(journals.open(run));
                }

                @Override
                public List<JournalEntry> results(String run) {
                    return journals.results(run);
                }

                @Override
                public List<JournalEntry> unresolved(String run) {
                    return journals.unresolved(run);
                }

                @Override
                public void forget(String run) {
                    journals.forget(run);
                }
            };
        }

        private Journal deadly(Journal journal) {
            return new Journal() {
                @Override
                public void intend(List<JournalEntry> intended) {
                    journal.intend(intended);
                    step();
                }

                @Override
                public void record(List<JournalEntry> results) {
                    step();
                    journal.record(results);
                }

                @Override
                public void close() {
                    journal.close();
                }
            };
        }

        private void step() {
            steps++;
            if (steps == killedAt) {
                kill();
            }
        }

        private static void kill() {
            try {
                new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            while (true) {
                LockSupport.park();
            }
        }
    }
}
