package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.fixtures.Fixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After a withdrawal the value is nowhere: not in any version of any object, not in the state, not in what was printed. */
abstract class WithdrawnContract {

    private static final String VALUE = "leak.7f3a@example.invalid";

    @TempDir
    Path folder;

    /** A repository with everything the store keeps of it. */
    interface Place {

        List<String> options();

        /** Every content, old ones included, by a name that tells key and version. */
        Map<String, byte[]> everything();
    }

    abstract Place unpack(Fixture fixture);

    private final List<String> printed = new ArrayList<>();

    private JsonNode run(Place place, String command, int code, String input, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of(more));
        arguments.addAll(place.options());
        arguments.addAll(List.of("--state", "state", "--json"));
        var outcome = Commands.in(folder).reading(input, arguments.toArray(String[]::new));
        assertThat(outcome.code())
                .as(command + ": " + outcome.out() + outcome.err())
                .isEqualTo(code);
        printed.add(outcome.out());
        printed.add(outcome.err());
        return outcome.json();
    }

    private static boolean shows(byte[] content) {
        return new String(content, StandardCharsets.ISO_8859_1).contains(VALUE);
    }

    private Map<String, byte[]> state() {
        Map<String, byte[]> files = new TreeMap<>();
        try (var walk = Files.walk(folder.resolve("state"))) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                files.put(file.toString(), Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    @ParameterizedTest
    @CsvSource({"h1-withdraw-tag, true", "h4-withdraw-clean, false"})
    void valueIsNowhere(String name, boolean deleteTags) {
        Place place = unpack(Fixture.named(name));
        assertThat(place.everything().values()).anyMatch(WithdrawnContract::shows);
        String id = run(
                        place,
                        "withdraw open",
                        0,
                        "",
                        "--reason",
                        "personal-data",
                        "--aware-since",
                        "2026-11-30T00:00Z",
                        "--approvals",
                        "0",
                        "--no-guard")
                .get("case")
                .asText();
        run(place, "withdraw find " + id, 0, "main.people: mail = '" + VALUE + "'", "--where-file", "-");
        if (deleteTags) {
            assertThat(run(place, "withdraw plan " + id, 4, "").get("blockers")).hasSize(1);
        }
        run(place, "withdraw plan " + id, 0, "", deleteTags ? new String[] {"--delete-tags"} : new String[0]);
        run(place, "withdraw execute " + id, 0, "");
        JsonNode verified = run(place, "withdraw verify " + id, 0, "");

        assertThat(verified.get("state").asText()).isEqualTo("COMPLETE");
        assertThat(place.everything())
                .noneSatisfy((key, content) -> assertThat(shows(content)).isTrue());
        assertThat(state())
                .isNotEmpty()
                .noneSatisfy((file, content) -> assertThat(shows(content)).isTrue());
        assertThat(printed).noneMatch(text -> text.contains(VALUE));
        assertThat(run(place, "run verify", 0, "").get("outcome").asText()).isEqualTo("succeeded");
    }
}
