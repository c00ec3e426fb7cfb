package io.fdlkeeper.histories;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays random histories. One seed again: {@code -Dhistories.seed=SEED -Dhistories.count=1}; more of them: {@code -Dhistories.count=N}.
 */
class HistoriesTests {

    private static final long FIRST_SEED = Long.getLong("histories.seed", 1);
    private static final int COUNT = Integer.getInteger("histories.count", 2000);

    @TempDir(factory = InMemoryFolder.class)
    private Path scratch;

    @Test
    void nothingALiveVersionNamesIsEverGoneAndAllThatMayGoGoes() {
        List<String> wrong = new ArrayList<>();
        History.Result all = new History.Result(List.of(), 0, 0, 0, 0);
        for (long seed = FIRST_SEED; seed < FIRST_SEED + COUNT && wrong.size() < 3; seed++) {
            History.Result result = History.play(seed, Keeping.RIGHT, scratch);
            all = all.plus(result);
            if (!result.violations().isEmpty()) {
                wrong.add("seed " + seed + ": " + result.violations());
            }
        }
        assertThat(wrong)
                .as("play one again with -Dhistories.seed=SEED -Dhistories.count=1")
                .isEmpty();
        if (COUNT >= 100) {
            assertThat(all.deleted()).as("files and versions that went").isGreaterThan(COUNT);
            assertThat(all.crashes()).as("runs that crashed").isGreaterThan(COUNT / 4);
            assertThat(all.windows()).as("losses in the one window").isLessThan(COUNT / 20);
        }
    }
}
