package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.VersionedKeeper.GRACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.fakes.ForwardingState;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.gc.OldVersions;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.store.UnfinishedUpload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that dies at any journaled step of a restore, a purge or an abort, between its intention and its act or between its act and
 * its result, and the job given again, end where they would have ended.
 */
class KilledHiddenWorkTests {

    private static final int NEVER = Integer.MAX_VALUE;
    private static final String LOCATION = "memory://fake/";

    @TempDir
    Path scratch;

    /** The end of the process; nothing in the product catches it. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** One repository, the state that the next process finds, and the step at which this one dies. */
    private final class Story {

        final VersionedKeeper keeper = new VersionedKeeper(scratch);
        String collected = "";
        String expired = "";
        VersionId old = keeper.commit(1, List.of(), "data/t/1.parquet");
        int lines;

        Story() {
            keeper.limits = new RunLimits(RunLimits.DEFAULT.cap(), 1, RunLimits.DEFAULT.planValidity());
            keeper.pass(Duration.ofHours(1));
            keeper.commit(2, List.of(old), "data/t/1.parquet", "data/t/2.parquet", "data/t/3.parquet");
            List.of("a", "b", "c").forEach(name -> keeper.store.put("data/t/" + name + ".parquet", name));
            collected = VersionedKeeper.run(keeper.gcAfterGrace());
            expired = VersionedKeeper.run(keeper.retention());
        }

        /** Does something in a process that dies at a step; false where it came to its end. */
        boolean dies(int step, Consumer<Story> job) {
            InMemoryState state = keeper.state;
            lines = 0;
            keeper.ports = new DyingAt(state, step);
            try {
                job.accept(this);
                return false;
            } catch (Killed e) {
                keeper.state = state.afterCrash();
                return true;
            } finally {
                keeper.ports = null;
            }
        }

        Set<String> hidden() {
            Set<String> keys = new TreeSet<>();
            keeper.state
                    .deletions()
                    .forEach(LOCATION, deletion -> keys.add(deletion.key().text()));
            return keys;
        }

        private final class DyingAt extends ForwardingState {

            private final int step;

            DyingAt(InMemoryState state, int step) {
                super(state);
                this.step = step;
            }

            private void pass() {
                lines++;
                if (lines == step) {
                    throw new Killed();
                }
            }

            @Override
            public Journals journals() {
                return new Journals() {

                    @Override
                    public Journal open(String run) {
                        Journal journal = state.journals().open(run);
                        return new Journal() {

                            @Override
                            public void intend(List<JournalEntry> steps) {
                                journal.intend(steps);
                                pass();
                            }

                            @Override
                            public void record(List<JournalEntry> results) {
                                pass();
                                journal.record(results);
                            }

                            @Override
                            public void close() {
                                journal.close();
                            }
                        };
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
    }

    @Test
    void restoreOfACollection() {
        atEachStep(6, story -> story.keeper.restore(story.collected), story -> {
            JobReport again = story.keeper.restore(story.collected);
            assertThat(again.outcome()).as(again.notes().toString()).isEqualTo(JobOutcome.SUCCEEDED);
            assertThat(story.keeper.store.keys()).contains("data/t/a.parquet", "data/t/b.parquet", "data/t/c.parquet");
            assertThat(story.hidden()).doesNotContain("data/t/a.parquet", "data/t/b.parquet", "data/t/c.parquet");
            assertThat(story.keeper.gc().outcomes()).as("what is back waits").isEmpty();
        });
    }

    @Test
    void restoreOfARetention() {
        atEachStep(5, story -> story.keeper.restore(story.expired), story -> {
            boolean marked = story.keeper.store.exists(FakeRepository.key(story.old, "expired.json"));
            boolean there = story.keeper.store.exists(FakeRepository.key(story.old, "ducklake.duckdb"));
            assertThat(marked || there)
                    .as("a reader finds the catalog or why it is not there")
                    .isTrue();
            JobReport again = story.keeper.restore(story.expired);
            assertThat(again.outcome()).as(again.notes().toString()).isEqualTo(JobOutcome.SUCCEEDED);
            assertThat(story.keeper.verify().message()).startsWith("all 2 live versions open");
        });
    }

    @Test
    void purge() {
        atEachStep(4, KilledHiddenWorkTests::purgeOurs, story -> {
            Set<String> deleted = Set.of("data/t/a.parquet", "data/t/b.parquet", "data/t/c.parquet");
            assertThat(story.keeper.store.keys()).as("nothing comes back").doesNotContainAnyElementsOf(deleted);
            purgeOurs(story);
            assertThat(deleted)
                    .allSatisfy(
                            key -> assertThat(story.keeper.store.versions(key)).isEmpty());
            assertThat(story.hidden()).doesNotContainAnyElementsOf(deleted);
            assertThat(story.keeper.verify().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        });
    }

    private static void purgeOurs(Story story) {
        story.keeper.limits =
                new RunLimits(RunLimits.DEFAULT.cap(), 1, RunLimits.DEFAULT.planValidity(), OldVersions.PURGE_OURS);
        story.keeper.safety = story.keeper.safety.withGrace(GRACE);
        story.keeper.gc();
    }

    @Test
    void abort() {
        atEachStep(
                4,
                story -> {
                    UnfinishedUpload upload = story.keeper.store.beginUpload(
                            "data/t/x.parquet", story.keeper.store.now().minus(GRACE.multipliedBy(2)));
                    for (int i = 0; i < 4; i++) {
                        story.keeper.planGc();
                        story.keeper.pass(GRACE.dividedBy(4).plusMillis(1));
                    }
                    assertThat(story.keeper.store.uploads()).contains(upload);
                    story.keeper.gc();
                },
                story -> {
                    story.keeper.gc();
                    assertThat(story.keeper.store.uploads()).isEmpty();
                });
    }

    private void atEachStep(int atLeast, Consumer<Story> job, Consumer<Story> afterwards) {
        Story untouched = prepared();
        assertThat(untouched.dies(NEVER, job)).isFalse();
        int steps = untouched.lines;
        assertThat(steps).isGreaterThanOrEqualTo(atLeast);
        for (int step = 1; step <= steps; step++) {
            Story story = prepared();
            assertThat(story.dies(step, job)).as("step " + step).isTrue();
            afterwards.accept(story);
        }
    }

    private Story prepared() {
        Story story = new Story();
        story.keeper.pass(GRACE);
        story.keeper.pass(Duration.ofMillis(1));
        return story;
    }
}
