package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.retention.RetentionRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CommandLineRepositoryTests {

    private static final ConfigurationLoader LOADER = new ConfigurationLoader();
    private static final Path WORK = Path.of("/home/somebody");

    @Test
    void aLocationAloneTakesTheDefaultsButForWhatGivesReadersTime() {
        var configuration =
                read(options("lakes/taxi", List.of(), Optional.empty(), OptionalInt.empty(), Optional.empty()));
        var repository = configuration.repositories().get(0);
        assertThat(repository.folder()).isEqualTo(WORK.resolve("lakes/taxi"));
        assertThat(configuration.state().directory()).isEqualTo(WORK.resolve("state"));
        assertThat(repository.gc().toSafety()).isEqualTo(GcSafety.DEFAULT);
        assertThat(repository.retention().toPolicy())
                .isEqualTo(new RetentionPolicy(
                        RetentionRules.newest(30),
                        List.of(),
                        java.time.ZoneOffset.UTC,
                        Duration.ZERO,
                        Duration.ZERO,
                        Optional.empty(),
                        OptionalDouble.of(0.5)));
    }

    @Test
    void everyOptionReachesTheValueItBuilds() {
        var configuration = read(options(
                "/lakes/taxi",
                List.of("s3://lakes/taxi/"),
                Optional.of(Duration.ofDays(3)),
                OptionalInt.of(4),
                Optional.of("../keeper")));
        var repository = configuration.repositories().get(0);
        assertThat(repository.publishedAs()).containsExactly("s3://lakes/taxi/");
        assertThat(repository.gc().toSafety()).isEqualTo(GcSafety.DEFAULT.withGrace(Duration.ofDays(3)));
        assertThat(repository.retention().toPolicy()).isEqualTo(RetentionPolicy.exactly(4));
        assertThat(configuration.state().directory()).isEqualTo(Path.of("/home/keeper"));
    }

    @Test
    void theNameIsThatOfTheFolderAndIsSharedByTheSameFolderOnly() {
        assertThat(name("/lakes/my taxi")).matches("my-taxi-[0-9a-f]{12}").isEqualTo(name("/lakes/else/../my taxi/"));
        assertThat(name("/other/my taxi")).isNotEqualTo(name("/lakes/my taxi"));
        assertThat(name("/")).matches("repository-[0-9a-f]{12}");
        assertThat(name("/lakes/.hidden." + "x".repeat(300))).matches("hidden-x+-[0-9a-f]{12}");
    }

    @Test
    void aShortGraceNeedsItsSwitchHereToo() {
        var grace = Optional.of(Duration.ofMinutes(5));
        var refused =
                new CommandLineRepository(WORK, "taxi", List.of(), grace, false, OptionalInt.empty(), Optional.empty());
        var permitted =
                new CommandLineRepository(WORK, "taxi", List.of(), grace, true, OptionalInt.empty(), Optional.empty());
        assertThat(problems(refused))
                .containsExactly("command line: --grace: (5 minutes) is under 1 hour; this needs allow-short-grace");
        assertThat(read(permitted).repositories().get(0).gc().allowsShortGrace())
                .isTrue();
    }

    @Test
    void problemsAreToldByTheNameOfTheOption() {
        assertThat(problems(options(
                        "s3://lakes/taxi",
                        List.of("taxi"),
                        Optional.of(Duration.ofDays(-1)),
                        OptionalInt.of(0),
                        Optional.of("~/x"))))
                .containsExactlyInAnyOrder(
                        "command line: --location: must be a folder; this version does not reach s3:// locations",
                        "command line: --published-as: must be an address such as s3://bucket/prefix/ or an absolute folder",
                        "command line: --grace: must not be negative",
                        "command line: --keep: must be at least 1",
                        "command line: --state: must be a folder; ~ is not replaced, write the path in full");
        assertThat(problems(
                        options("taxi", List.of(), Optional.empty(), OptionalInt.of(-2), Optional.of("taxi/state"))))
                .containsExactlyInAnyOrder(
                        "command line: --keep: must not be negative",
                        "command line: --location: overlaps the state directory; keep the state outside of repositories");
    }

    private static String name(String location) {
        return options(location, List.of(), Optional.empty(), OptionalInt.empty(), Optional.empty())
                .configuration()
                .repositories()
                .get(0)
                .name();
    }

    private static CommandLineRepository options(
            String location,
            List<String> publishedAs,
            Optional<Duration> grace,
            OptionalInt keep,
            Optional<String> state) {
        return new CommandLineRepository(WORK, location, publishedAs, grace, false, keep, state);
    }

    private static KeeperConfiguration read(CommandLineRepository options) {
        var reading = LOADER.of(options);
        assertThat(reading).isInstanceOf(ConfigurationReading.Read.class);
        return ((ConfigurationReading.Read) reading).configuration();
    }

    private static List<String> problems(CommandLineRepository options) {
        var reading = LOADER.of(options);
        assertThat(reading).isInstanceOf(ConfigurationReading.Refused.class);
        return ((ConfigurationReading.Refused) reading).text().lines().toList();
    }
}
