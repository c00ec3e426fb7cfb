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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fixture on a folder, through the command line, in the words that scripts read. */
class FixtureCliTests {

    @TempDir
    private Path folder;

    static Stream<String> fixtures() {
        return Fixture.names().stream().filter(name -> Fixture.named(name).fitsAFolder());
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void retentionIsPlannedAsTheFixtureSays(String name) {
        var fixture = Fixture.named(name);
        var repository = unpack(fixture);
        var expected = fixture.expected().get("retention");
        var before = keys(repository);
        for (var keep : (Iterable<String>) () -> numbers(expected).iterator()) {
            var planned = Commands.in(folder).on(repository, "plan retention", "--keep", keep);
            var plan = planned.json();
            if (!expected.get("must_refuse").isNull()) {
                assertRefused(
                        planned, Set.of(hyphens(expected.get("must_refuse").asText())));
                continue;
            }
            assertThat(planned.code()).isZero();
            assertThat(plan.get("outcome").asText()).isEqualTo("planned");
            assertThat(items(plan, "expire", "version"))
                    .isEqualTo(strings(expected.get(keep).get("expire")));
            assertThat(items(plan, "finish", "version")).isEqualTo(versions(expected.get("resume_delete")));
            var kept = expected.get(keep).get("keep");
            assertThat(plan.get("kept")).hasSize(kept.size());
            plan.get("kept")
                    .forEach(version -> assertThat(strings(version.get("reasons")))
                            .isEqualTo(strings(kept.get(version.get("version").asText()))));
        }
        assertThat(keys(repository)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void collectionIsPlannedAndRunAsTheFixtureSays(String name) {
        var fixture = Fixture.named(name);
        var repository = unpack(fixture);
        var expected = fixture.expected().get("gc");
        var before = keys(repository);
        var planned = Commands.in(folder).on(repository, "plan gc", "--grace", "P7D", "--trust-age");
        assertThat(keys(repository)).isEqualTo(before);
        if (!expected.get("must_refuse").isNull()) {
            var guards = new TreeSet<String>();
            expected.get("refusals")
                    .forEach(refusal -> guards.add(hyphens(refusal.get("reason").asText())));
            assertRefused(planned, guards);
            assertRefused(Commands.in(folder).on(repository, "run gc", "--grace", "P7D", "--trust-age"), guards);
            assertThat(keys(repository)).isEqualTo(before);
            return;
        }
        assertThat(planned.code()).isZero();
        assertPlan(planned.json(), fixture, expected);
        assertRun(repository, planned.json(), fixture, expected, before);
    }

    private static void assertPlan(JsonNode plan, Fixture fixture, JsonNode expected) {
        Predicate<String> ofData = key -> key.startsWith(fixture.dataDir());
        assertThat(items(plan, "delete", "key").stream().filter(ofData))
                .containsExactlyElementsOf(strings(expected.get("orphans")));
        assertThat(spared(plan, "young")).isEqualTo(strings(expected.get("young")));
        assertThat(spared(plan, "recently-released")).isEqualTo(strings(expected.get("recently_released")));
        assertThat(spared(plan, "view-named")).isEqualTo(strings(expected.get("view_named")));
        assertThat(spared(plan, "foreign")).containsAll(strings(expected.get("other_in_data")));
        assertThat(plan.get("totals").get("live").get("objects").asInt())
                .isEqualTo(expected.get("live").size());
    }

    private void assertRun(Path repository, JsonNode plan, Fixture fixture, JsonNode expected, Set<String> before) {
        var run = Commands.in(folder).on(repository, "run gc", "--grace", "P7D", "--trust-age");
        if (!plan.get("needsApproval").isEmpty()) {
            assertThat(run.code()).isEqualTo(4);
            assertThat(run.json().get("outcome").asText()).isEqualTo("needs-approval");
            assertThat(keys(repository)).isEqualTo(before);
            run = Commands.in(folder)
                    .on(
                            repository,
                            "run gc",
                            "--grace",
                            "P7D",
                            "--trust-age",
                            "--plan",
                            plan.get("digest").asText());
        }
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.json().get("outcome").asText()).isEqualTo("succeeded");
        assertThat(run.json().get("items"))
                .allSatisfy(item -> assertThat(item.get("result").asText()).isEqualTo("deleted"));
        assertThat(run.json().get("outcomes").get("deleted").asInt())
                .isEqualTo(plan.get("items").size());
        var gone = new TreeSet<>(before);
        gone.removeAll(keys(repository));
        assertThat(gone.stream().filter(key -> key.startsWith(fixture.dataDir())))
                .containsExactlyElementsOf(strings(expected.get("orphans")));
        assertThat(gone.stream().filter(key -> !key.startsWith(fixture.dataDir())))
                .isSubsetOf(items(plan, "delete", "key"));
    }

    private static void assertRefused(Commands.Outcome outcome, Set<String> guards) {
        assertThat(outcome.code()).isEqualTo(4);
        var object = outcome.json();
        assertThat(object.get("outcome").asText()).isEqualTo("refused");
        assertThat(object.get("items")).isEmpty();
        var told = new TreeSet<String>();
        object.get("refusals").forEach(refusal -> told.add(refusal.get("guard").asText()));
        assertThat(told).isEqualTo(guards);
    }

    private Path unpack(Fixture fixture) {
        var repository = folder.resolve("repository");
        fixture.unpackTo(repository, Clock.systemUTC().instant());
        return repository;
    }

    private static Stream<String> numbers(JsonNode expected) {
        return expected.properties().stream().map(member -> member.getKey()).filter(key -> key.matches("\\d+"));
    }

    private static Set<String> items(JsonNode plan, String action, String subject) {
        var found = new TreeSet<String>();
        plan.get("items").forEach(item -> {
            if (item.get("action").asText().equals(action)) {
                found.add(item.get(subject).asText());
            }
        });
        return found;
    }

    private static Set<String> spared(JsonNode plan, String reason) {
        var found = new TreeSet<String>();
        plan.get("spared").forEach(spared -> {
            if (spared.get("reason").asText().equals(reason)) {
                found.add(spared.get("key").asText());
            }
        });
        return found;
    }

    private static Set<String> strings(JsonNode array) {
        var found = new TreeSet<String>();
        array.forEach(element -> found.add(element.asText()));
        return found;
    }

    /** The versions whose folders these keys lie in. */
    private static Set<String> versions(JsonNode catalogs) {
        return strings(catalogs).stream().map(key -> key.split("/")[1]).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String hyphens(String reason) {
        return reason.replace('_', '-');
    }

    static Set<String> keys(Path repository) {
        try (var files = Files.walk(repository)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> repository.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
