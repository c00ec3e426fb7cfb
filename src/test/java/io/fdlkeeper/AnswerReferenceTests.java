package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.fixtures.Fixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keeps {@code docs/json.md} and the answers together. */
class AnswerReferenceTests {

    private static final Pattern WORD = Pattern.compile("`([A-Za-z-]+)`");

    @TempDir
    private Path folder;

    @Test
    void everyMemberOfAReportIsToldAndEveryMemberToldIsThere() throws IOException {
        var page = Files.readString(Path.of("docs/json.md"));
        var repository = folder.resolve("repository");
        Fixture.named("b-daily").unpackTo(repository, Clock.systemUTC().instant());
        var commands = Commands.in(folder);
        var members = new TreeSet<String>();
        var itemMembers = new TreeSet<String>();
        for (var job : new String[] {"plan retention", "plan gc", "run gc", "run retention", "run verify"}) {
            var trust = job.endsWith("gc") ? "--trust-age" : "--quiet";
            var report = commands.on(repository, job, "--grace", "P7D", "--keep", "5", trust)
                    .json();
            members.addAll(names(report));
            report.get("items").forEach(item -> itemMembers.addAll(names(item)));
        }
        assertThat(members).isEqualTo(firstColumn(page));
        assertThat(words(page)).containsAll(itemMembers);
        assertThat(itemMembers)
                .containsExactlyInAnyOrder(
                        "key", "version", "action", "reason", "reasons", "detail", "bytes", "lastModified", "result");
    }

    private static Set<String> names(JsonNode object) {
        var names = new TreeSet<String>();
        object.properties().forEach(member -> names.add(member.getKey()));
        return names;
    }

    private static Set<String> firstColumn(String page) {
        var told = new TreeSet<String>();
        page.lines().filter(line -> line.startsWith("| `")).forEach(line -> told.addAll(words(line.split("\\|")[1])));
        return told;
    }

    private static Set<String> words(String text) {
        var found = new TreeSet<String>();
        var matcher = WORD.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
