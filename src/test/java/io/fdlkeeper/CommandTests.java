package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.fixtures.Fixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands as a person or a script gives them, one after the other. */
class CommandTests {

    private static final String ORPHAN = "data/main/daily/ducklake-019a0000-0000-7000-8000-00000000old1.parquet";

    @TempDir
    private Path folder;

    @Test
    void aRunToldToStopDeletesNothingMoreAndSaysSo() {
        var repository = unpacked("b-daily");
        var run =
                Commands.in(folder).stoppingWhen(() -> true).on(repository, "run gc", "--trust-age", "--grace", "P7D");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.json().get("outcome").asText()).isEqualTo("stopped");
        assertThat(repository.resolve(ORPHAN)).exists();
    }

    @Test
    void onePlanIsRunByItsDigestAndNotTwice() {
        var repository = unpacked("b-daily");
        var commands = Commands.in(folder);
        var plan = commands.on(repository, "plan gc", "--trust-age", "--grace", "P7D")
                .json();
        var digest = plan.get("digest").asText();
        var run = commands.on(repository, "run gc", "--trust-age", "--grace", "P7D", "--plan", digest.substring(0, 12));
        assertThat(run.code()).isZero();
        assertThat(run.json().get("items").get(0).get("key").asText()).isEqualTo(ORPHAN);
        assertThat(run.json().get("items").get(0).get("result").asText()).isEqualTo("deleted");
        var outcomes = run.json().get("outcomes");
        for (var name : List.of("deleted", "already-absent", "spared", "changed", "refused", "failed")) {
            assertThat(outcomes.get(name).asInt()).as(name).isEqualTo(name.equals("deleted") ? 1 : 0);
        }
        assertThat(repository.resolve(ORPHAN)).doesNotExist();
        var again = commands.on(repository, "run gc", "--trust-age", "--grace", "P7D", "--plan", digest);
        assertThat(again.code()).isEqualTo(5);
        assertThat(again.json().get("outcome").asText()).isEqualTo("stale");
        var runs = commands.on(repository, "run list").json().get("runs");
        assertThat(runs).hasSize(2);
        var shown = commands.on(repository, "run show", run.json().get("run").asText())
                .json();
        assertThat(shown.get("outcome").asText()).isEqualTo("succeeded");
        assertThat(shown.get("steps"))
                .anySatisfy(step -> assertThat(step.get("key").asText()).isEqualTo(ORPHAN));
    }

    @Test
    void theSecondClockIsOursUnlessAgeIsTrusted() {
        var repository = unpacked("b-daily");
        var plan =
                Commands.in(folder).on(repository, "plan gc", "--grace", "P7D").json();
        assertThat(plan.get("items")).isEmpty();
        assertThat(plan.get("spared")).anySatisfy(spared -> {
            assertThat(spared.get("key").asText()).isEqualTo(ORPHAN);
            assertThat(spared.get("reason").asText()).isEqualTo("first-seen");
        });
    }

    @Test
    void aHoldKeepsWhatItNamesUntilItIsReleased() {
        var repository = unpacked("b-daily");
        var commands = Commands.in(folder);
        var hold = commands.on(repository, "hold add", "data/main/daily/", "--reason", "audit")
                .json();
        assertThat(commands.on(repository, "hold list").json().get("holds")).hasSize(1);
        var held = commands.on(repository, "explain", ORPHAN, "--trust-age", "--grace", "P7D")
                .json();
        assertThat(held.get("verdict").asText()).isEqualTo("held");
        assertThat(commands.on(repository, "hold release", hold.get("hold").asText())
                        .code())
                .isZero();
        var free = commands.on(repository, "explain", ORPHAN, "--trust-age", "--grace", "P7D")
                .json();
        assertThat(free.get("verdict").asText()).isEqualTo("candidate");
        assertThat(commands.on(repository, "hold release", hold.get("hold").asText())
                        .code())
                .isEqualTo(1);
        assertThat(commands.on(repository, "hold add", ORPHAN, "--reason", "late", "--until", "2020-01-01")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void aRecordedLossLetsCollectionGoOn() {
        var repository = unpacked("n-dangling");
        var commands = Commands.in(folder);
        var refused = commands.on(repository, "plan gc").json();
        assertThat(commands.on(repository, "run verify").code()).isEqualTo(7);
        var missing = refused.get("refusals").get(0).get("subject").asText();
        assertThat(commands.on(repository, "loss record", missing, "--reason", "disk failure")
                        .code())
                .isZero();
        assertThat(commands.on(repository, "plan gc").code()).isZero();
    }

    @Test
    void versionsGoneWithoutTraceAreAcceptedByTheirDigestOnly() throws IOException {
        var repository = unpacked("b-daily");
        var commands = Commands.in(folder);
        try (var versions = Files.list(repository.resolve("versions"))) {
            var oldest = versions.sorted().findFirst().orElseThrow();
            try (var files = Files.list(oldest)) {
                for (var file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(oldest);
        }
        assertThat(commands.on(repository, "plan gc").code()).isEqualTo(4);
        var missing = commands.on(repository, "repo show").json().get("missing");
        assertThat(missing.get("versions")).hasSize(1);
        assertThat(commands.on(repository, "repo accept", "0123456789abcdef").code())
                .isEqualTo(4);
        assertThat(commands.on(repository, "repo accept", missing.get("digest").asText())
                        .code())
                .isZero();
        assertThat(commands.on(repository, "plan gc").code()).isZero();
    }

    @Test
    void doctorAndStatusTellWhatStopsAJob() throws IOException {
        var repository = unpacked("a-story");
        var commands = Commands.in(folder);
        assertThat(commands.on(repository, "doctor", "--write").code()).isZero();
        assertThat(FixtureCliTests.keys(repository)).noneMatch(key -> key.contains("probe"));
        var good = commands.on(repository, "status").json().get("repositories").get(0);
        assertThat(good.get("versions").get("live").asInt()).isEqualTo(2);
        assertThat(good.get("refusals")).isEmpty();
        Files.delete(repository.resolve("fdl.json"));
        assertThat(commands.on(repository, "doctor").code()).isEqualTo(4);
        assertThat(commands.on(repository, "status")
                        .json()
                        .get("repositories")
                        .get(0)
                        .get("refusals"))
                .hasSize(1);
    }

    @Test
    void allRepositoriesOfAConfigurationTakeTheirTurn() throws IOException {
        unpacked("a-story");
        Files.writeString(folder.resolve("config.yml"), """
                limits:
                  jobs-at-once: 2
                repositories:
                  - name: one
                    location: ./repository
                  - name: gone
                    location: ./nowhere
                """);
        var commands = Commands.in(folder);
        var both = commands.run("plan", "retention", "--json");
        assertThat(both.code()).isEqualTo(1);
        var turns = both.json().get("repositories");
        assertThat(turns.get(0).get("outcome").asText()).isEqualTo("planned");
        assertThat(turns.get(1).get("outcome").asText()).isEqualTo("failed");
        var one = commands.run("plan", "retention", "--repo", "one", "--json");
        assertThat(one.code()).isZero();
        assertThat(one.json().get("repository").asText()).isEqualTo("one");
        assertThat(commands.run("plan", "gc", "--repo", "two").code()).isEqualTo(2);
        assertThat(commands.run("hold", "list").err()).contains("one, gone");
    }

    @Test
    void checkTellsEveryProblemOnALineOfItsOwn() throws IOException {
        Files.writeString(folder.resolve("other.yml"), "repositories: []\ngc:\n  grac: 3 days\n");
        var commands = Commands.in(folder).with(Map.of("FDL_KEEPER_CONFIG", "other.yml"));
        var checked = commands.run("check");
        assertThat(checked.code()).isEqualTo(2);
        assertThat(checked.err().lines()).hasSize(2).anyMatch(line -> line.contains("other.yml:3: gc.grac"));
        assertThat(commands.run("check", "--json").json().get("problems")).hasSize(2);
        assertThat(commands.run("plan", "gc").err().lines()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan gc --nonsense",
                "plan gc --grace 7",
                "plan gc --location lake --grace 5s",
                "plan gc --location lake --grace seven",
                "plan retention --location lake --keep 0",
                "plan gc --location . --repo one",
                "plan",
                "explain --location . one two",
                "run list --limit 0",
                "hold add refs/heads/main"
            })
    void wrongUsageEndsWithTwoAndOneSentence(String words) {
        var plain = Commands.in(folder).run(words.split(" "));
        assertThat(plain.code()).isEqualTo(2);
        assertThat(plain.out()).isEmpty();
        assertThat(plain.err().lines()).hasSize(1);
        assertThat(plain.err()).startsWith("fdl-keeper: ");
        var json = Commands.in(folder).run((words + " --json").split(" "));
        assertThat(json.code()).isEqualTo(2);
        assertThat(json.json().get("message").asText()).isNotBlank();
    }

    @Test
    void aPlanForAPersonNamesTheCommandThatRunsIt() {
        var repository = unpacked("b-daily");
        var plan = Commands.in(folder)
                .run(
                        "plan",
                        "gc",
                        "--location",
                        repository.toString(),
                        "--state",
                        "state",
                        "--grace",
                        "P7D",
                        "--trust-age");
        assertThat(plan.code()).isZero();
        var command = plan.out()
                .lines()
                .filter(line -> line.startsWith("To execute exactly this plan: "))
                .map(line -> line.substring(line.indexOf("fdl-keeper ") + "fdl-keeper ".length()))
                .findFirst()
                .orElseThrow();
        var run = Commands.in(folder).run(command.split(" "));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("1 objects").contains("deleted");
        assertThat(repository.resolve(ORPHAN)).doesNotExist();
    }

    private Path unpacked(String fixture) {
        var repository = folder.resolve("repository");
        Fixture.named(fixture).unpackTo(repository, Clock.systemUTC().instant());
        return repository;
    }
}
