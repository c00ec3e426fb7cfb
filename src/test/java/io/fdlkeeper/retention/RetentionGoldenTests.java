package io.fdlkeeper.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Decisions as golden files; {@code -Dgolden.write=true} writes the lines below each arrow anew. */
class RetentionGoldenTests {

    private static final Path FOLDER = Path.of("src/test/resources/golden/retention");
    private static final String ARROW = "=>";

    static List<String> stories() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("stories")
    void decidesAsWritten(String name) throws IOException {
        Path file = FOLDER.resolve(name);
        List<String> lines = Files.readAllLines(file);
        List<String> told = lines.subList(0, lines.indexOf(ARROW));
        RetentionStory story = RetentionStory.of(told);
        List<String> decided = story.written(story.decide());
        if (Boolean.getBoolean("golden.write")) {
            List<String> whole = new ArrayList<>(told);
            whole.add(ARROW);
            whole.addAll(decided);
            Files.write(file, whole);
        }
        assertThat(decided)
                .isEqualTo(Files.readAllLines(file)
                        .subList(
                                lines.indexOf(ARROW) + 1,
                                Files.readAllLines(file).size()));
    }

    @Test
    void thereIsAStoryForEveryRule() throws IOException {
        assertThat(stories()).hasSizeGreaterThan(20);
    }
}
