package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.gc.OldVersions;
import io.fdlkeeper.gc.RunCap;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Neighbour;
import io.fdlkeeper.maintenance.RunLimits;
import io.fdlkeeper.maintenance.WithdrawalRules;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.retention.RetentionRules;
import io.fdlkeeper.run.Blackout;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JobSchedule;
import io.fdlkeeper.run.MisfirePolicy;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.schedule.CronText;
import io.fdlkeeper.store.local.LocalStore;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows every setting from the file to the value of the core it builds. */
class ConfigurationMappingTests {

    private static final ConfigurationLoader LOADER = new ConfigurationLoader(CronText.SYNTAX);

    @TempDir
    Path folder;

    @Test
    void aFileThatOnlyNamesARepositoryTakesEveryDefault() throws Exception {
        var configuration = read("repositories: [{name: taxi, location: taxi}]");
        assertThat(configuration.state().directory()).isEqualTo(folder.resolve("state"));
        assertThat(configuration.state().keep()).isEqualTo(Duration.ofDays(400));
        assertThat(configuration.limits().duckdbMemoryBytes()).isEqualTo(128_000_000);
        assertThat(configuration.limits().duckdbThreads()).isEqualTo(2);
        assertThat(configuration.limits().jobsAtOnce()).isEqualTo(1);
        assertThat(configuration.limits().referenceCacheBytes()).isEqualTo(2L << 30);
        var repository = configuration.repositories().get(0);
        assertThat(repository.name()).isEqualTo("taxi");
        assertThat(repository.folder()).isEqualTo(folder.resolve("taxi"));
        assertThat(repository.publishedAs()).isEmpty();
        assertThat(repository.retention().toPolicy())
                .isEqualTo(new RetentionPolicy(
                        RetentionRules.newest(30),
                        List.of(),
                        ZoneOffset.UTC,
                        Duration.ofDays(1),
                        Duration.ofHours(1),
                        Optional.empty(),
                        OptionalDouble.of(0.5)));
        assertThat(repository.gc().toSafety()).isEqualTo(GcSafety.DEFAULT);
        assertThat(repository.gc().toRunLimits()).isEqualTo(RunLimits.DEFAULT);
        assertThat(repository.gc().allowsShortGrace()).isFalse();
        assertThat(configuration.catalogs().allowsFormat11Dev1()).isFalse();
        assertThat(repository.schedules().toSchedules()).isEmpty();
        assertThat(configuration.limits().stopGrace()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void everySettingReachesTheValueItBuilds() throws Exception {
        var reading = LOADER.load(resource("full.yml"), Map.of("LAKES", "/lakes"));
        assertThat(reading).isInstanceOf(ConfigurationReading.Read.class);
        var configuration = ((ConfigurationReading.Read) reading).configuration();
        assertThat(configuration.state().directory()).isEqualTo(Path.of("/var/lib/fdl-keeper"));
        assertThat(configuration.state().keep()).isEqualTo(Duration.ofDays(90));
        assertThat(configuration.limits().duckdbMemoryBytes()).isEqualTo(1L << 30);
        assertThat(configuration.limits().duckdbThreads()).isEqualTo(4);
        assertThat(configuration.limits().jobsAtOnce()).isEqualTo(3);
        assertThat(configuration.limits().referenceCacheBytes()).isEqualTo(512L << 20);
        var repository = configuration.repositories().get(0);
        assertThat(repository.name()).isEqualTo("weather");
        assertThat(repository.folder()).isEqualTo(Path.of("/lakes/weather"));
        assertThat(repository.publishedAs()).containsExactly("s3://lakes/weather/", "https://data.example.org/weather");
        assertThat(repository.retention().toPolicy())
                .isEqualTo(new RetentionPolicy(
                        new RetentionRules(3, Duration.ofDays(14), 7, 5, 12, 2),
                        List.of(new RetentionPolicy.Override(
                                "refs/heads/release/*", new RetentionRules(9, Duration.ofDays(1), 8, 7, 6, 5))),
                        ZoneId.of("Europe/Berlin"),
                        Duration.ofDays(2),
                        Duration.ofHours(3),
                        Optional.of(Duration.ofDays(60)),
                        OptionalDouble.of(0.25)));
        assertThat(repository.gc().toSafety())
                .isEqualTo(new GcSafety(
                        Duration.ofMinutes(30),
                        Duration.ofDays(10),
                        0.75,
                        Duration.ofSeconds(20),
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(30),
                        Set.of(".parquet")));
        assertThat(repository.gc().toRunLimits())
                .isEqualTo(new RunLimits(
                        new RunCap(1000, 5_000_000_000L), 50, Duration.ofHours(6), OldVersions.PURGE_OURS));
        var s3 = repository.s3();
        assertThat(s3.endpoint()).contains(URI.create("https://s3.lakes.example.org"));
        assertThat(s3.region()).contains("eu-west-3");
        assertThat(s3.pathStyle()).isFalse();
        assertThat(s3.profile()).contains("keeper");
        assertThat(s3.roleArn()).contains("arn:aws:iam::111122223333:role/keeper");
        assertThat(s3.externalId()).contains("lakes");
        assertThat(s3.sessionName()).isEqualTo("keeper-of-lakes");
        assertThat(s3.deleteCredentials().isGiven()).isTrue();
        assertThat(s3.deleteCredentials().profile()).contains("deleter");
        assertThat(s3.deleteCredentials().roleArn()).contains("arn:aws:iam::111122223333:role/deleter");
        assertThat(s3.deleteCredentials().externalId()).contains("lakes-too");
        assertThat(s3.expectIdentity()).contains("111122223333");
        assertThat(s3.expectedBucketOwner()).contains("444455556666");
        assertThat(List.of(s3.checksums(), s3.chunkedEncoding(), s3.md5(), s3.listUrlEncoding()))
                .containsExactly(Toggle.ON, Toggle.ON, Toggle.OFF, Toggle.OFF);
        assertThat(s3.requestsAtOnce()).isEqualTo(8);
        assertThat(repository.gc().allowsShortGrace()).isTrue();
        assertThat(configuration.catalogs().allowsFormat11Dev1()).isTrue();
        assertThat(configuration.limits().stopGrace()).isEqualTo(Duration.ofMinutes(5));
        var withdrawal = configuration.withdrawal();
        assertThat(withdrawal.signingKeyFile().orElseThrow())
                .hasFileName("signing-key")
                .isAbsolute();
        assertThat(withdrawal.sealingKeyFile().orElseThrow())
                .hasFileName("sealing-key")
                .isAbsolute();
        assertThat(withdrawal.toRules(Map.of("weather", "/lakes/weather")))
                .isEqualTo(new WithdrawalRules(
                        2,
                        Duration.ofHours(4),
                        Duration.ofHours(2),
                        Duration.ofDays(90),
                        Set.of("/lakes/weather"),
                        List.of(new WithdrawalRules.Copy(
                                "mirror",
                                Optional.of("/lakes/weather"),
                                "backup",
                                "ops@example.org",
                                Optional.of("https://mirror.example.org/weather/"),
                                Duration.ofDays(14)))));
        var berlin = ZoneId.of("Europe/Berlin");
        var blackouts = List.of(
                new Blackout(
                        Set.of(DayOfWeek.MONDAY, DayOfWeek.FRIDAY),
                        LocalTime.of(22, 30),
                        LocalTime.of(6, 0),
                        ZoneId.of("America/New_York")),
                new Blackout(Set.of(), LocalTime.NOON, LocalTime.of(13, 0), berlin));
        var jitter = Duration.ofMinutes(10);
        assertThat(repository.schedules().toSchedules())
                .containsExactly(
                        new JobSchedule(JobKind.RETENTION, "30 2 * * *", berlin, jitter, MisfirePolicy.SKIP, blackouts),
                        new JobSchedule(JobKind.GC, "0 4 * * 7", berlin, jitter, MisfirePolicy.SKIP, blackouts),
                        new JobSchedule(
                                JobKind.VERIFY,
                                "0 0 12 L * ? 2030-2040",
                                berlin,
                                jitter,
                                MisfirePolicy.SKIP,
                                blackouts));
    }

    @Test
    void aLocationInABucketIsReadWithItsSlash() throws Exception {
        var repositories = read("s3: {endpoint: 'http://127.0.0.1:9000'}\n"
                        + "repositories: [{name: one, location: s3://lake/towns}, {name: two, location: 's3://lake',"
                        + " s3: {endpoint: 'http://127.0.0.1:9001', path-style: off}}]")
                .repositories();
        assertThat(repositories.get(0).bucket()).contains(new BucketLocation("lake", "towns/"));
        assertThat(repositories.get(0).s3().pathStyle()).isTrue();
        assertThat(repositories.get(1).bucket()).contains(new BucketLocation("lake", ""));
        assertThat(repositories.get(1).s3().pathStyle()).isFalse();
    }

    @Test
    void prefixesThatOverlapInOneBucketOfOneStoreAreRefused() throws Exception {
        assertThat(refused(
                        "repositories: [{name: one, location: s3://lake/a/}, {name: two, location: s3://lake/a/b/}]"))
                .contains(
                        "repositories[1].location: overlaps the prefix of repositories[0]; each needs one of its own");
        assertThat(refused("repositories: [{name: one, location: s3://lake/a/, s3: {endpoint: 'http://x'}},"
                        + " {name: two, location: s3://lake/a, s3: {endpoint: 'http://y'}}]"))
                .contains("is the location of repositories[0] too, in another store");
        assertThat(read("repositories: [{name: one, location: s3://lake/a/}, {name: two, location: s3://lake/ab/},"
                                + " {name: three, location: s3://lake2/a/}]")
                        .repositories())
                .hasSize(3);
    }

    @Test
    void whoIsToldIsReadWithItsFileBesideTheConfiguration() throws Exception {
        var told = read("notifications: {webhook: {url: 'https://h/x', secret-file: hook.secret}}\n"
                        + "repositories: [{name: one, location: one}]")
                .notifications()
                .webhook()
                .orElseThrow();
        assertThat(told.url()).isEqualTo(URI.create("https://h/x"));
        assertThat(told.outcomes())
                .containsExactlyInAnyOrder(
                        RunOutcome.FAILED, RunOutcome.REFUSED, RunOutcome.PARTIAL, RunOutcome.INTERRUPTED);
        assertThat(told.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(told.secretFile()).contains(folder.resolve("hook.secret"));
        assertThat(told.secret()).isEmpty();
    }

    /** So that the test above cannot miss a setting: each stands in its file, with a value that is not the default. */
    @Test
    void theFullFileChangesEverySetting() throws Exception {
        var text = Files.readString(resource("full.yml"));
        var root = new YamlReader(new Substitution(Map.of("LAKES", "/lakes")), new Findings("full.yml"))
                .read(text)
                .orElseThrow();
        var view = new JsonView(root, Set.of());
        for (var property : Property.all()) {
            if (!property.isSection()) {
                var node = (YamlNode) view.node(property.path().replace("[]", "[0]"));
                assertThat(node instanceof YamlNode.Text value ? value.written() : "a list")
                        .as(property.path())
                        .isNotEqualTo(property.fallbackText());
            }
        }
    }

    @Test
    void aRepositoryIsBuiltWithItsSettingsAndItsNeighbours() throws Exception {
        var configuration =
                read("repositories: [{name: one, location: one, published-as: ['s3://b/one/'], gc: {batch: 7}},"
                        + " {name: two, location: two}, {name: three, location: three}]");
        Files.createDirectory(folder.resolve("one"));
        Files.createSymbolicLink(folder.resolve("two"), Files.createDirectory(folder.resolve("elsewhere")));
        var one = configuration.repositories().get(0);
        var store = LocalStore.at(one.folder(), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        var neighbours = configuration.neighboursOf(one, other -> other.toManaged(store, List.of()));
        assertThat(neighbours)
                .extracting(Neighbour::location)
                .containsExactly(
                        folder.toRealPath().resolve("elsewhere").toString(),
                        folder.resolve("three").toString());
        assertThat(neighbours.get(1).open().get().name()).isEqualTo("three");
        assertThat(one.toManaged(store, neighbours))
                .isEqualTo(new ManagedRepository(
                        "one",
                        store,
                        List.of("s3://b/one/"),
                        neighbours,
                        one.retention().toPolicy(),
                        GcSafety.DEFAULT,
                        new RunLimits(RunCap.NONE, 7, Duration.ofHours(24))));
    }

    private String refused(String text) throws IOException {
        var reading = LOADER.load(Files.writeString(folder.resolve("x.yml"), text), Map.of());
        assertThat(reading).isInstanceOf(ConfigurationReading.Refused.class);
        return ((ConfigurationReading.Refused) reading).text();
    }

    private KeeperConfiguration read(String text) throws IOException {
        var reading = LOADER.load(Files.writeString(folder.resolve("x.yml"), text), Map.of());
        assertThat(reading).isInstanceOf(ConfigurationReading.Read.class);
        return ((ConfigurationReading.Read) reading).configuration();
    }

    private static Path resource(String name) throws URISyntaxException {
        var url = ConfigurationMappingTests.class.getResource(name);
        assertThat(url).as(name).isNotNull();
        return Path.of(url.toURI());
    }
}
