package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.retention.RetentionRules;
import io.fdlkeeper.schedule.CronText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CommandLineRepositoryTests {

    private static final ConfigurationLoader LOADER = new ConfigurationLoader(CronText.SYNTAX);
    private static final Path WORK = Path.of("/home/somebody");

    @Test
    void aLocationAloneTakesTheDefaultsButForWhatGivesReadersTime() {
        var configuration = read(options("lakes/my taxi", Optional.empty(), false, OptionalInt.empty(), "state"));
        var repository = configuration.repositories().get(0);
        assertThat(repository.folder()).isEqualTo(WORK.resolve("lakes/my taxi"));
        assertThat(repository.name()).isEqualTo("/home/somebody/lakes/my taxi");
        assertThat(configuration.neighboursOf(repository, other -> null)).isEmpty();
        assertThat(configuration.state().directory()).isEqualTo(WORK.resolve("state"));
        assertThat(repository.gc().toSafety()).isEqualTo(GcSafety.DEFAULT);
        assertThat(repository.retention().toPolicy())
                .isEqualTo(new RetentionPolicy(
                        RetentionRules.newest(30),
                        List.of(),
                        ZoneOffset.UTC,
                        Duration.ZERO,
                        Duration.ZERO,
                        Optional.empty(),
                        OptionalDouble.of(0.5)));
    }

    @Test
    void everyOptionReachesTheValueItBuilds() {
        var configuration = read(new CommandLineRepository(
                WORK,
                "/lakes/taxi",
                CommandLineBucket.UNSAID,
                List.of("s3://lakes/taxi/"),
                Optional.of("P3D"),
                false,
                OptionalInt.of(4),
                "../keeper"));
        var repository = configuration.repositories().get(0);
        assertThat(repository.publishedAs()).containsExactly("s3://lakes/taxi/");
        assertThat(repository.gc().toSafety()).isEqualTo(GcSafety.DEFAULT.withGrace(Duration.ofDays(3)));
        assertThat(repository.retention().toPolicy()).isEqualTo(RetentionPolicy.exactly(4));
        assertThat(configuration.state().directory()).isEqualTo(Path.of("/home/keeper"));
    }

    @Test
    void aShortGraceNeedsItsSwitchHereToo() {
        var grace = Optional.of("5 minutes");
        assertThat(problems(options("taxi", grace, false, OptionalInt.empty(), "state")))
                .containsExactly("command line: --grace: (5 minutes) is under 1 hour; this needs allow-short-grace");
        var permitted = read(options("taxi", grace, true, OptionalInt.empty(), "state"));
        assertThat(permitted.repositories().get(0).gc().allowsShortGrace()).isTrue();
        assertThat(permitted.repositories().get(0).gc().toSafety().grace()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void problemsAreToldByTheNameOfTheOption() {
        var wrong = new CommandLineRepository(
                WORK,
                "gs://lakes/taxi",
                CommandLineBucket.UNSAID,
                List.of("taxi"),
                Optional.of("-1 days"),
                false,
                OptionalInt.of(0),
                "~/x");
        assertThat(problems(wrong))
                .containsExactlyInAnyOrder(
                        "command line: --location: must be a folder or s3://bucket/prefix/, not another kind of address",
                        "command line: --published-as: must be an address such as s3://bucket/prefix/ or an absolute folder",
                        "command line: --grace: '-1 days' must not be negative",
                        "command line: --keep: must be at least 1",
                        "command line: --state: must be a folder; ~ is not replaced, write the path in full");
        assertThat(problems(options("taxi", Optional.of("a while"), false, OptionalInt.of(-2), "taxi/state")))
                .containsExactlyInAnyOrder(
                        "command line: --grace: 'a while' is not a duration with a unit, such as 7 days, 15m or P7D",
                        "command line: --keep: must not be negative",
                        "command line: --location: overlaps the state directory; keep the state outside of repositories");
        assertThat(problems(options("", Optional.empty(), false, OptionalInt.empty(), "state")))
                .containsExactly("command line: --location: must be given");
    }

    private static CommandLineRepository options(
            String location, Optional<String> grace, boolean shortGrace, OptionalInt keep, String state) {
        return new CommandLineRepository(
                WORK, location, CommandLineBucket.UNSAID, List.of(), grace, shortGrace, keep, state);
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
