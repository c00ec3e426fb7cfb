package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo, and its numbers against a count of the folder that knows nothing of the keeper. */
class DemoTests {

    @TempDir
    private Path folder;

    @Test
    void theNumbersAreThoseOfTheFolderAndASecondDemoStartsClean() throws IOException {
        var first = Commands.in(folder).run("demo", "--json");
        assertThat(first.code()).as(first.err()).isZero();
        var shown = first.json();
        assertCounts(shown);
        Files.writeString(folder.resolve("demo/repository/data/left-behind.parquet"), "left behind");
        var second = Commands.in(folder).run("demo", "--json");
        assertThat(second.code()).as(second.err()).isZero();
        assertCounts(second.json());
        assertThat(second.json().get("before")).isEqualTo(shown.get("before"));
        assertThat(Path.of(shown.get("location").asText()))
                .isEqualTo(folder.toRealPath().resolve("demo/repository"));
    }

    @Test
    void aFolderThatNoDemoMadeIsLeftAlone() throws IOException {
        var precious = folder.resolve("demo/precious.txt");
        Files.createDirectories(precious.getParent());
        Files.writeString(precious, "mine");
        var demo = Commands.in(folder).run("demo");
        assertThat(demo.code()).isEqualTo(2);
        assertThat(demo.err()).contains("no demo made");
        assertThat(precious).hasContent("mine");
    }

    private void assertCounts(JsonNode shown) throws IOException {
        var repository = folder.resolve("demo/repository");
        long objects = 0;
        long bytes = 0;
        try (var files = Files.walk(repository)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                objects++;
                bytes += Files.size(file);
            }
        }
        var before = shown.get("before");
        var after = shown.get("after");
        assertThat(after.get("objects").asLong()).isEqualTo(objects);
        assertThat(after.get("bytes").asLong())
                .isEqualTo(bytes)
                .isLessThan(before.get("bytes").asLong());
        assertThat(after.get("versions").get("live").asInt())
                .isEqualTo(versions(repository, has("version.json").and(has("ducklake.duckdb"))));
        assertThat(after.get("versions").get("expired").asInt()).isEqualTo(versions(repository, has("expired.json")));
        assertThat(after.get("versions").get("unfinished").asInt())
                .isEqualTo(versions(repository, has("version.json").negate()));
        var deleted = shown.get("gc").get("deleted");
        var gone = shown.get("retention").get("deleted").get("objects").asLong();
        assertThat(gone)
                .isEqualTo(after.get("versions").get("expired").asLong())
                .isPositive();
        assertThat(before.get("objects").asLong() - deleted.get("objects").asLong())
                .as("retention takes a catalog and puts a mark")
                .isEqualTo(objects);
        assertThat(shown.get("heldByHistoryOnly").get("bytes").asLong()).isPositive();
        for (var object : shown.get("objects")) {
            assertThat(Files.exists(repository.resolve(object.get("key").asText())))
                    .isEqualTo(object.get("kept").asBoolean())
                    .isEqualTo(!object.get("role").asText().equals("named by nothing"));
            assertThat(object.get("reasons")).isNotEmpty();
        }
    }

    /** An emptied folder holds no version any more; a later run removes it. */
    private static boolean isEmpty(Path folder) {
        try (var inside = Files.list(folder)) {
            return inside.findAny().isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long versions(Path repository, Predicate<Path> which) throws IOException {
        try (var versions = Files.list(repository.resolve("versions"))) {
            return versions.filter(version -> !isEmpty(version)).filter(which).count();
        }
    }

    private static Predicate<Path> has(String file) {
        return version -> Files.exists(version.resolve(file));
    }
}
