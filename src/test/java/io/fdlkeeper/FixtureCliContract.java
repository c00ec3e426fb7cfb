package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.fixtures.Fixture;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the command line says and does of every fixture, in the words that scripts read, wherever the repository lies. */
abstract class FixtureCliContract {

    @TempDir
    Path folder;

    /** An unpacked repository, with ages as of the machine's present. */
    interface Place {

        /** The options that name it. */
        List<String> options();

        /** All its keys as they are now. */
        Set<String> keys();
    }

    abstract Place unpack(Fixture fixture);

    /** The process with its clocks. */
    Commands commands() {
        return Commands.in(folder);
    }

    static Stream<String> fixtures() {
        return Fixture.names().stream().filter(name -> Fixture.named(name).fitsAFolder());
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void retentionIsPlannedAsTheFixtureSays(String name) {
        var fixture = Fixture.named(name);
        var repository = unpack(fixture);
        var expected = fixture.expected().get("retention");
        var before = repository.keys();
        for (var keep : (Iterable<String>) () -> numbers(expected).iterator()) {
            var planned = commands().on(repository.options(), "plan retention", "--keep", keep);
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
        assertThat(repository.keys()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void collectionIsPlannedAndRunAsTheFixtureSays(String name) {
        var fixture = Fixture.named(name);
        var repository = unpack(fixture);
        var expected = fixture.expected().get("gc");
        var before = repository.keys();
        var planned = commands().on(repository.options(), "plan gc", "--grace", "P7D", "--trust-age");
        assertThat(repository.keys()).isEqualTo(before);
        if (!expected.get("must_refuse").isNull()) {
            var guards = new TreeSet<String>();
            expected.get("refusals")
                    .forEach(refusal -> guards.add(hyphens(refusal.get("reason").asText())));
            assertRefused(planned, guards);
            assertRefused(commands().on(repository.options(), "run gc", "--grace", "P7D", "--trust-age"), guards);
            assertThat(repository.keys()).isEqualTo(before);
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

    private void assertRun(Place repository, JsonNode plan, Fixture fixture, JsonNode expected, Set<String> before) {
        var run = commands().on(repository.options(), "run gc", "--grace", "P7D", "--trust-age");
        if (!plan.get("needsApproval").isEmpty()) {
            assertThat(run.code()).isEqualTo(4);
            assertThat(run.json().get("outcome").asText()).isEqualTo("needs-approval");
            assertThat(repository.keys()).isEqualTo(before);
            run = commands()
                    .on(
                            repository.options(),
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
        gone.removeAll(repository.keys());
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
}
