package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class RunStoreContract extends StateContract {

    private static final Instant MONDAY = Instant.parse("2026-05-04T03:00:00.000000001Z");

    RunStoreContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void runIsFoundAsItWasBegun() {
        var run = begun("r1", LAKE, MONDAY);
        state.runs().begin(run);
        nextProcess();
        assertThat(state.runs().find("r1")).contains(run);
        assertThat(state.runs().find("r2")).isEmpty();
    }

    @Test
    void stagesAppearInTheirOrderWhileTheRunGoesOn() {
        state.runs().begin(begun("r1", LAKE, MONDAY));
        var observe = stage("observe", 1);
        var plan = stage("plan", 2);
        state.runs().stage("r1", observe);
        state.runs().stage("r1", plan);
        nextProcess();
        assertThat(state.runs().find("r1").orElseThrow().stages()).containsExactly(observe, plan);
    }

    @Test
    void endedRunHasAllThatWasToldOfIt() {
        state.runs().begin(begun("r1", LAKE, MONDAY));
        state.runs().stage("r1", stage("observe", 1));
        var ended = ended("r1", LAKE, MONDAY, List.of(stage("observe", 1), stage("execute", 2)));
        state.runs().end(ended);
        nextProcess();
        assertThat(state.runs().find("r1")).contains(ended);
        assertThat(state.runs().unfinished(LAKE)).isEmpty();
    }

    @Test
    void runIsBegunOnceAndClosedOnce() {
        state.runs().begin(begun("r1", LAKE, MONDAY));
        assertThatIllegalStateException().isThrownBy(() -> state.runs().begin(begun("r1", LAKE, MONDAY)));
        state.runs().end(ended("r1", LAKE, MONDAY, List.of()));
        var again = ended("r1", LAKE, MONDAY, List.of(stage("late", 3)));
        assertThatIllegalStateException().isThrownBy(() -> state.runs().end(again));
        assertThatIllegalStateException().isThrownBy(() -> state.runs().stage("r1", stage("late", 3)));
        assertThatIllegalStateException().isThrownBy(() -> state.runs().stage("r2", stage("lost", 3)));
        assertThat(state.runs().find("r1").orElseThrow().stages()).isEmpty();
    }

    @Test
    void runDoesNotEndWithoutAnOutcome() {
        state.runs().begin(begun("r1", LAKE, MONDAY));
        assertThatIllegalArgumentException().isThrownBy(() -> state.runs().end(begun("r1", LAKE, MONDAY)));
    }

    @Test
    void listingIsNewestFirstAndLimited() {
        state.runs().begin(begun("r1", LAKE, MONDAY));
        state.runs().begin(begun("r3", OTHER_LAKE, MONDAY.plusNanos(2)));
        state.runs().begin(begun("r2", LAKE, MONDAY.plusNanos(1)));
        assertThat(state.runs().list(Optional.empty(), 10))
                .extracting(RunRecord::id)
                .containsExactly("r3", "r2", "r1");
        assertThat(state.runs().list(Optional.of(LAKE), 10))
                .extracting(RunRecord::id)
                .containsExactly("r2", "r1");
        assertThat(state.runs().list(Optional.empty(), 1))
                .extracting(RunRecord::id)
                .containsExactly("r3");
    }

    @Test
    void unfinishedRunsAreFoundOldestFirstByTheNextProcess() {
        state.runs().begin(begun("r2", LAKE, MONDAY.plusSeconds(1)));
        state.runs().begin(begun("r1", LAKE, MONDAY));
        state.runs().begin(begun("r3", OTHER_LAKE, MONDAY));
        nextProcess();
        assertThat(state.runs().unfinished(LAKE)).extracting(RunRecord::id).containsExactly("r1", "r2");
    }

    @Test
    void onlyRunsThatEndedBeforeAreForgotten() {
        state.runs().begin(begun("old", LAKE, MONDAY));
        state.runs().end(ended("old", LAKE, MONDAY, List.of(stage("observe", 1))));
        state.runs().begin(begun("newer", LAKE, MONDAY.plusSeconds(1)));
        state.runs().end(ended("newer", LAKE, MONDAY.plusSeconds(1), List.of()));
        state.runs().begin(begun("never-ended", LAKE, MONDAY.minus(Duration.ofDays(900))));
        var cutOff = endOf(MONDAY.plusSeconds(1));
        assertThat(state.runs().forgetBefore(cutOff)).containsExactly("old");
        nextProcess();
        assertThat(state.runs().find("old")).isEmpty();
        assertThat(state.runs().find("newer")).isPresent();
        assertThat(state.runs().find("never-ended")).isPresent();
    }

    private static RunRecord begun(String id, String repository, Instant at) {
        return new RunRecord(
                id,
                repository,
                JobKind.GC,
                "schedule",
                at,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("asked", 1L),
                "",
                List.of());
    }

    private static RunRecord ended(String id, String repository, Instant at, List<RunRecord.Stage> stages) {
        return new RunRecord(
                id,
                repository,
                JobKind.GC,
                "schedule",
                at,
                Optional.of(endOf(at)),
                Optional.of(RunOutcome.PARTIAL),
                Optional.of("ab".repeat(32)),
                Map.of("asked", 1L, "deleted", 17L, "bytes", Long.MAX_VALUE),
                "2 of 19 objects – „data/größe=ä/x“ among them – were refused by the store",
                stages);
    }

    private static Instant endOf(Instant start) {
        return start.plus(Duration.ofMinutes(5));
    }

    private static RunRecord.Stage stage(String name, int minute) {
        var start = MONDAY.plus(Duration.ofMinutes(minute));
        return new RunRecord.Stage(name, start, start.plusNanos(1));
    }
}
