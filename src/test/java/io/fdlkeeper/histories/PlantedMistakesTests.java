package io.fdlkeeper.histories;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each mistake that a keeper could make is seen by the histories, which see nothing wrong without one. */
class PlantedMistakesTests {

    private static final int MOST_HISTORIES = 600;

    @TempDir(factory = InMemoryFolder.class)
    private Path scratch;

    @ParameterizedTest
    @EnumSource(Mistake.class)
    void isSeen(Mistake mistake) {
        int histories = 1;
        while (histories <= MOST_HISTORIES
                && !History.play(histories, mistake, scratch).violatesSafety()) {
            histories++;
        }
        assertThat(histories).as("histories until it is seen").isLessThanOrEqualTo(MOST_HISTORIES);
    }
}
