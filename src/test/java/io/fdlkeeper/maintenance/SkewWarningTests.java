package io.fdlkeeper.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A clock that is off by more than it should, and not yet by too much, is told of in every report. */
class SkewWarningTests {

    @TempDir
    Path scratch;

    @ParameterizedTest
    @CsvSource({"0, false", "60, false", "-60, false", "61, true", "-61, true", "900, true", "-900, true"})
    void clockThatIsOffIsToldOf(long secondsAhead, boolean told) {
        var keeper = new VersionedKeeper(scratch);
        keeper.commit(1, List.of(), "data/t/a.parquet");
        keeper.store.faults().skew(Duration.ofSeconds(secondsAhead));

        Stream.of(keeper.retention(), keeper.gc(), keeper.planGc(), keeper.verify())
                .forEach(report -> {
                    assertThat(report.outcome()).as(report.message()).isIn(JobOutcome.SUCCEEDED, JobOutcome.PLANNED);
                    assertThat(report.notes().stream().filter(note -> note.contains("skew-warn (PT1M)")))
                            .as("notes of " + report.job())
                            .hasSize(told ? 1 : 0);
                });
    }

    @ParameterizedTest
    @CsvSource({"901", "-901"})
    void clockThatIsOffTooMuchIsRefusedAndNotMerelyToldOf(long secondsAhead) {
        var keeper = new VersionedKeeper(scratch);
        keeper.commit(1, List.of(), "data/t/a.parquet");
        keeper.store.faults().skew(Duration.ofSeconds(secondsAhead));

        assertThat(keeper.gc().refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.guard().id()).isEqualTo("clock-skew"));
    }
}
