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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The withdrawal of the leak fixtures from opening to certificate, in the words that scripts read, wherever the repository lies. */
abstract class WithdrawalCliContract {

    private static final String LEAKED = "leak.7f3a@example.invalid";
    private static final int DONE = 0;
    private static final int IN_PART = 3;
    private static final int REFUSED = 4;

    @TempDir
    Path folder;

    /** An unpacked repository. */
    interface Place {

        /** The options that name it. */
        List<String> options();

        /** All its keys as readers meet them. */
        Set<String> keys();

        /** Hands over the bytes of every object and of every old version, each with a name for people. */
        void everyByte(BiConsumer<String, byte[]> sink);

        void remove(String key);
    }

    abstract Place unpack(Fixture fixture);

    private final Logged logged = new Logged();

    @AfterEach
    void nothingThatWasLoggedShowsTheValue() {
        logged.close();
        assertThat(logged.lines()).noneMatch(line -> line.contains(LEAKED));
    }

    static Stream<String> leaks() {
        return Fixture.names().stream()
                .filter(name -> name.startsWith("h"))
                .filter(name -> Fixture.named(name).expected().has("withdrawal"));
    }

    private Commands.Outcome on(Place place, String command, String... more) {
        return Commands.in(folder).on(place.options(), command, more);
    }

    /** Gives an order about a case, which knows where its repository lies; progress and errors never show the value. */
    private Commands.Outcome ask(String order, String id, String... more) {
        var arguments = new ArrayList<>(List.of("withdraw", order, id, "--state", "state", "--json", "--debug"));
        arguments.addAll(List.of(more));
        var given = Commands.in(folder).run(arguments.toArray(String[]::new));
        assertThat(given.err()).doesNotContain(LEAKED);
        return given;
    }

    private String open(Place place, String... more) {
        var arguments = new ArrayList<>(
                List.of("--reason", "personal-data", "--aware-since", "2026-11-29T10:00Z", "--approvals", "0"));
        arguments.addAll(List.of(more));
        var opened = on(place, "withdraw open", arguments.toArray(String[]::new));
        assertThat(opened.code()).as(opened.err() + opened.out()).isEqualTo(DONE);
        assertThat(opened.json().get("state").asText()).isEqualTo("DRAFT");
        return opened.json().get("case").asText();
    }

    private JsonNode find(String id, JsonNode expected) {
        var selector = expected.get("selector");
        var found = ask(
                "find",
                id,
                "--where",
                "main.people: " + selector.get("column").asText() + " = '"
                        + selector.get("value").asText() + "'");
        assertThat(found.code()).as(found.err() + found.out()).isEqualTo(DONE);
        return found.json();
    }

    @ParameterizedTest
    @MethodSource("leaks")
    void filesAndVersionsAreFoundAsTheFixtureSays(String name) {
        var expected = Fixture.named(name).expected().get("withdrawal").get(0);
        var place = unpack(Fixture.named(name));
        var before = place.keys();
        var found = find(open(place), expected);
        assertThat(found.get("state").asText()).isEqualTo("FOUND");
        assertThat(texts(found.get("files"), "key")).isEqualTo(strings(expected.get("files")));
        assertThat(withdrawn(found)).isEqualTo(strings(expected.get("affected_versions")));
        assertThat(found.get("unreadable")).isEmpty();
        assertThat(place.keys()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("leaks")
    void nothingIsDeletedWhileSomethingStandsInTheWay(String name) {
        var expected = Fixture.named(name).expected().get("withdrawal").get(0);
        var place = unpack(Fixture.named(name));
        var before = place.keys();
        var id = open(place);
        find(id, expected);
        var planned = ask("plan", id);
        var blocking = new TreeMap<String, String>();
        planned.json().get("blockers").forEach(blocker -> {
            assertThat(blocker.get("remedy").asText()).isNotBlank();
            if (blocker.hasNonNull("ref")) {
                blocking.put(blocker.get("ref").asText(), blocker.get("version").asText());
            }
        });
        var refs = new TreeMap<String, String>();
        expected.get("refs_on_affected")
                .properties()
                .forEach(ref -> refs.put(ref.getKey(), ref.getValue().asText()));
        assertThat(blocking).isEqualTo(refs);
        if (expected.get("must_refuse").isNull()) {
            assertThat(planned.code()).isEqualTo(DONE);
            return;
        }
        assertThat(planned.code()).isEqualTo(REFUSED);
        assertThat(ask("execute", id).code()).isEqualTo(REFUSED);
        assertThat(place.keys()).isEqualTo(before);
    }

    @Test
    void cleanHeadIsWithdrawnCompletely() throws IOException {
        withdraw("h4-withdraw-clean");
    }

    @Test
    void tagGoesWhenTheCaseOwnsThatStep() throws IOException {
        withdraw("h1-withdraw-tag", "--delete-tags");
    }

    private void withdraw(String name, String... opening) throws IOException {
        var expected = Fixture.named(name).expected().get("withdrawal").get(0);
        var place = unpack(Fixture.named(name));
        var before = place.keys();
        var id = open(place, opening);
        find(id, expected);
        var planned = ask("plan", id);
        assertThat(planned.code()).as(planned.err() + planned.out()).isEqualTo(DONE);
        assertThat(actions(planned.json().get("items"), "delete-data")).isEqualTo(strings(expected.get("files")));

        var executed = ask("execute", id);
        assertThat(executed.code()).as(executed.err() + executed.out()).isEqualTo(DONE);
        var gone = new TreeSet<>(before);
        gone.removeAll(place.keys());
        assertThat(gone).isEqualTo(mustGo(before, expected, strings(expected.get("affected_versions"))));
        for (String version : strings(expected.get("affected_versions"))) {
            assertThat(place.keys())
                    .contains("versions/" + version + "/expired.json", "versions/" + version + "/version.json");
        }

        var verified = ask("verify", id);
        assertThat(verified.code()).as(verified.err() + verified.out()).isIn(DONE, IN_PART);
        assertThat(verified.json().get("state").asText()).startsWith("COMPLETE");
        nobodyShowsTheValue(place);

        var out = folder.resolve("certificate");
        var written = ask("certificate", id, "--out", out.toString());
        assertThat(written.code()).as(written.err() + written.out()).isEqualTo(DONE);
        var checked = Commands.in(folder)
                .run("certificate", "verify", out.resolve("certificate.json").toString(), "--json");
        assertThat(checked.code()).as(checked.err() + checked.out()).isEqualTo(DONE);
        assertThat(ask("show", id).out() + ask("list", id).out()).doesNotContain(LEAKED);
        nobodyShowsTheValue(place);
        afterwardsOrdinaryWorkGoesOn(place);
    }

    private void afterwardsOrdinaryWorkGoesOn(Place place) {
        assertThat(on(place, "run verify").code()).isEqualTo(DONE);
        assertThat(on(place, "plan gc", "--grace", "P7D").code()).isEqualTo(DONE);
    }

    /** What the fixed order removes: tags on affected versions, files, catalogs. */
    private static Set<String> mustGo(Set<String> before, JsonNode expected, Set<String> versions) {
        var gone = new TreeSet<>(strings(expected.get("files")));
        expected.get("refs_on_affected").properties().forEach(ref -> gone.add(ref.getKey()));
        for (String version : versions) {
            gone.add("versions/" + version + "/ducklake.duckdb");
            before.stream()
                    .filter(key -> key.equals("versions/" + version + "/files.json")
                            || key.startsWith("versions/" + version + "/catalogs/"))
                    .forEach(gone::add);
        }
        return gone;
    }

    /** Neither the store, old versions included, nor anything of the keeper's own holds the bytes. */
    private void nobodyShowsTheValue(Place place) throws IOException {
        var found = new TreeMap<String, String>();
        place.everyByte((name, bytes) -> look(found, name, bytes));
        try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                look(found, file.toString(), Files.readAllBytes(file));
            }
        }
        assertThat(found).isEmpty();
    }

    private static void look(Map<String, String> found, String name, byte[] bytes) {
        if (new String(bytes, StandardCharsets.ISO_8859_1).contains(LEAKED)) {
            found.put(name, "shows the value");
        }
    }

    private static Set<String> withdrawn(JsonNode found) {
        var ids = new TreeSet<String>();
        var only = Set.of("record", "dataset.json", "files.json", "freed-blocks");
        found.get("versions").forEach(version -> {
            if (!only.containsAll(strings(version.get("because")))) {
                ids.add(version.get("id").asText());
            }
        });
        return ids;
    }

    private static Set<String> actions(JsonNode items, String action) {
        var keys = new TreeSet<String>();
        items.forEach(item -> {
            if (item.get("action").asText().equals(action)) {
                keys.add(item.get("key").asText());
            }
        });
        return keys;
    }

    private static Set<String> texts(JsonNode array, String member) {
        var found = new TreeSet<String>();
        array.forEach(element -> found.add(element.get(member).asText()));
        return found;
    }

    private static Set<String> strings(JsonNode array) {
        var found = new TreeSet<String>();
        array.forEach(element -> found.add(element.asText()));
        return found;
    }

    static UncheckedIOException unchecked(IOException e) {
        return new UncheckedIOException(e);
    }
}
