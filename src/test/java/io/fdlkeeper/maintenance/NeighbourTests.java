package io.fdlkeeper.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.repository.Guard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one repository of a keeper names outside of itself may be a file of another one. */
class NeighbourTests {

    /** The final segment of a file that the fixture j-external names at an address of its own. */
    private static final String NAMED_ELSEWHERE = "ducklake-01a22d22-935c-730a-995a-6ba6a2c6c16f.parquet";

    @TempDir
    Path scratch;

    private FixtureKeeper keeper;

    @BeforeEach
    void putAnOldFileThatNothingHereNames() throws IOException {
        Files.createDirectories(scratch.resolve("one"));
        Files.createDirectories(scratch.resolve("two"));
        keeper = new FixtureKeeper("a-story", scratch.resolve("one"));
        keeper.store.load(
                "data/main/towns/" + NAMED_ELSEWHERE, "x", keeper.fixture.now().minus(Duration.ofDays(90)));
    }

    @Test
    void fileThatNoNeighbourNamesIsGarbage() {
        assertThat(keeper.groups(keeper.planGc().plan().orElseThrow()).get("orphan"))
                .containsExactly("data/main/towns/" + NAMED_ELSEWHERE);
    }

    @Test
    void fileThatANeighbourNamesIsSpared() {
        keeper.addNeighbour(new FixtureKeeper("j-external", scratch.resolve("two")));

        var groups = keeper.groups(keeper.planGc().plan().orElseThrow());

        assertThat(groups).doesNotContainKey("orphan");
        assertThat(groups.get("view-named")).containsExactly("data/main/towns/" + NAMED_ELSEWHERE);
    }

    @Test
    void neighbourThatCannotBeReadStopsTheCollection() {
        keeper.addNeighbour(new FixtureKeeper("k1-truncated", scratch.resolve("two")));

        JobReport report = keeper.planGc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.REFUSED);
        assertThat(report.refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.guard()).isEqualTo(Guard.NEIGHBOUR_UNREADABLE));
    }
}
