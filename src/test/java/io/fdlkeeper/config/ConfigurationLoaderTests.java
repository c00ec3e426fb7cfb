package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.gc.RunCap;
import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.retention.RetentionRules;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationLoaderTests {

    private static final ConfigurationLoader LOADER = new ConfigurationLoader();

    @TempDir
    Path folder;

    @Test
    void aVeryBrokenFileShowsAllItsProblemsAtOnceWithTheirLines() throws Exception {
        var reading = LOADER.load(resource("broken.yml"), Map.of());
        assertThat(reading).isInstanceOf(ConfigurationReading.Refused.class);
        var name = resource("broken.yml").toString();
        var text = ((ConfigurationReading.Refused) reading).text().replace(name, "broken.yml");
        assertThat(text.lines()).containsExactlyElementsOf(Files.readAllLines(resource("broken.txt")));
    }

    @Test
    void aFileThatOnlyNamesARepositoryTakesEveryDefault() throws Exception {
        var configuration = read("repositories: [{name: taxi, location: taxi}]");
        assertThat(configuration.state().directory()).isEqualTo(folder.resolve("state"));
        assertThat(configuration.state().keep()).isEqualTo(Duration.ofDays(400));
        assertThat(configuration.limits().duckdbMemoryBytes()).isEqualTo(128_000_000);
        assertThat(configuration.limits().duckdbThreads()).isEqualTo(2);
        assertThat(configuration.limits().jobsAtOnce()).isEqualTo(1);
        assertThat(configuration.limits().stopGrace()).isEqualTo(Duration.ofSeconds(30));
        var repository = configuration.repositories().get(0);
        assertThat(repository.name()).isEqualTo("taxi");
        assertThat(repository.folder()).isEqualTo(folder.resolve("taxi"));
        assertThat(repository.publishedAs()).isEmpty();
        assertThat(repository.refsIndex()).isEqualTo(RefsIndex.WRITE);
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
        assertThat(repository.gc().toRunCap()).isEqualTo(RunCap.NONE);
        assertThat(repository.gc().batch()).isEqualTo(200);
        assertThat(repository.gc().planValidity()).isEqualTo(Duration.ofHours(24));
        assertThat(repository.gc().allowsShortGrace()).isFalse();
        assertThat(repository.gc().allowsFormat11Dev1()).isFalse();
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
        assertThat(configuration.limits().stopGrace()).isEqualTo(Duration.ofMinutes(2));
        var repository = configuration.repositories().get(0);
        assertThat(repository.name()).isEqualTo("weather");
        assertThat(repository.folder()).isEqualTo(Path.of("/lakes/weather"));
        assertThat(repository.publishedAs()).containsExactly("s3://lakes/weather/", "https://data.example.org/weather");
        assertThat(repository.refsIndex()).isEqualTo(RefsIndex.HOST);
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
        assertThat(repository.gc().toRunCap()).isEqualTo(new RunCap(1000, 5_000_000_000L));
        assertThat(repository.gc().batch()).isEqualTo(50);
        assertThat(repository.gc().planValidity()).isEqualTo(Duration.ofHours(6));
        assertThat(repository.gc().allowsShortGrace()).isTrue();
        assertThat(repository.gc().allowsFormat11Dev1()).isTrue();
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
    void aRepositoryInheritsKeyByKeyWhatWasSaidForAll() throws Exception {
        var configuration = read("""
                retention:
                  last: 5
                  daily: 7
                  overrides: [{refs: heads/a, last: 1}]
                gc:
                  grace: 3 days
                repositories:
                  - name: one
                    location: one
                    retention:
                      daily: 14
                      overrides: [{refs: refs/heads/b, last: 2}]
                  - name: two
                    location: two
                    gc:
                      # grace: 9 days
                """);
        var one = configuration.repositories().get(0).retention().toPolicy();
        var two = configuration.repositories().get(1).retention().toPolicy();
        assertThat(one.rules()).isEqualTo(new RetentionRules(5, Duration.ZERO, 14, 0, 0, 0));
        assertThat(two.rules()).isEqualTo(new RetentionRules(5, Duration.ZERO, 7, 0, 0, 0));
        assertThat(one.rulesFor(new RefName("refs/heads/a")).last()).isEqualTo(5);
        assertThat(one.rulesFor(new RefName("refs/heads/b")).last()).isEqualTo(2);
        assertThat(two.rulesFor(new RefName("refs/heads/a")).last()).isEqualTo(1);
        assertThat(configuration.repositories())
                .allSatisfy(repository ->
                        assertThat(repository.gc().toSafety().grace()).isEqualTo(Duration.ofDays(3)));
    }

    @Test
    void aMistakeThatIsInheritedIsToldOnceWhereItStands() throws Exception {
        assertThat(refusal("""
                        gc:
                          grace: 40 days
                          grase: 40 days
                          batch: 0
                        repositories:
                          - {name: one, location: one}
                          - {name: two, location: two}
                        """))
                .containsExactly(
                        "x.yml:1: gc.grace-uncommitted: (30 days) must not be below grace (40 days)",
                        "x.yml:3: gc.grase: unknown key; did you mean 'grace'?",
                        "x.yml:4: gc.batch: must be at least 1");
    }

    @Test
    void anOwnGraceIsHeldAgainstTheInheritedOne() throws Exception {
        assertThat(refusal("""
                        repositories:
                          - name: one
                            location: one
                            gc:
                              grace: 40 days
                        """))
                .containsExactly(
                        "x.yml:4: repositories[0].gc.grace-uncommitted: (30 days) must not be below grace (40 days)");
    }

    @Test
    void aPolicyThatKeepsNothingIsRefused() throws Exception {
        assertThat(refusal("repositories: [{name: one, location: one, retention: {last: 0}}]"))
                .containsExactly("x.yml:1: repositories[0].retention: keeps nothing; "
                        + "set at least one of last, within, daily, weekly, monthly, yearly");
    }

    @Test
    void anOverrideThatNeverCountsIsRefused() throws Exception {
        assertThat(refusal("""
                        retention:
                          overrides:
                            - {refs: heads/x, last: 1}
                            - {refs: refs/heads/x, last: 2}
                        repositories: [{name: one, location: one}]
                        """))
                .containsExactly(
                        "x.yml:4: retention.overrides[1].refs: never counts: an earlier entry is for the same refs");
    }

    @Test
    void foldersThatOverlapAreRefusedHoweverTheyAreWritten() throws Exception {
        assertThat(refusal("""
                        state: {directory: lakes/one/state}
                        repositories:
                          - {name: one, location: lakes/one}
                          - {name: two, location: ./lakes/else/../one/}
                          - {name: three, location: lakes/one-more}
                          - {name: four, location: lakes}
                        """))
                .containsExactly(
                        "x.yml:3: repositories[0].location: overlaps the state directory; keep the state outside of repositories",
                        "x.yml:4: repositories[1].location: overlaps the folder of repositories[0]; each needs one of its own",
                        "x.yml:4: repositories[1].location: overlaps the state directory; keep the state outside of repositories",
                        "x.yml:6: repositories[3].location: overlaps the folder of repositories[0]; each needs one of its own",
                        "x.yml:6: repositories[3].location: overlaps the folder of repositories[1]; each needs one of its own",
                        "x.yml:6: repositories[3].location: overlaps the folder of repositories[2]; each needs one of its own",
                        "x.yml:6: repositories[3].location: overlaps the state directory; keep the state outside of repositories");
    }

    @Test
    void aFolderMayBeWrittenAsAFileAddress() throws Exception {
        assertThat(read("repositories: [{name: one, location: 'file:///data/my%20lake'}]")
                        .repositories()
                        .get(0)
                        .folder())
                .isEqualTo(Path.of("/data/my lake"));
    }

    @Test
    void aValueFromTheEnvironmentIsReadByItsTypeAndNeverShown() throws Exception {
        var text = "gc: {batch: '${BATCH}', max-share: '${SHARE:-0.25}'}\nrepositories: [{name: one, location: one}]";
        var file = Files.writeString(folder.resolve("x.yml"), text);
        var read = LOADER.load(file, Map.of("BATCH", "20"));
        assertThat(read).isInstanceOfSatisfying(ConfigurationReading.Read.class, sound -> {
            var gc = sound.configuration().repositories().get(0).gc();
            assertThat(gc.batch()).isEqualTo(20);
            assertThat(gc.toSafety().maxShare()).isEqualTo(0.25);
        });
        var refused = LOADER.load(file, Map.of("BATCH", "hunter2"));
        assertThat(refused)
                .isInstanceOfSatisfying(
                        ConfigurationReading.Refused.class,
                        wrong -> assertThat(wrong.text())
                                .endsWith("x.yml:1: gc.batch: '${BATCH}' is not a whole number")
                                .doesNotContain("hunter2"));
    }

    @Test
    void theSectionsOfDropwizardAreReadAndChecked() throws Exception {
        var sound = read("""
                repositories: [{name: one, location: one}]
                server: {type: simple, connector: {type: http, port: 0}}
                logging: {level: WARN, loggers: {io.fdlkeeper: DEBUG}}
                metrics: {frequency: 1 minute}
                health: {delayedShutdownHandlerEnabled: true}
                """);
        assertThat(sound.getServerFactory().getClass().getSimpleName()).isEqualTo("SimpleServerFactory");
        assertThat(refusal("""
                        repositories: [{name: one, location: one}]
                        server:
                          type: simple
                          connector:
                            type: http
                            port: 99999
                            prot: 80
                        """))
                .containsExactly(
                        "x.yml:6: server.connector.port: must be between 1 and 65535",
                        "x.yml:7: server.connector.prot: unknown key; did you mean 'port'?");
    }

    @Test
    void aFileThatCannotBeReadIsOneClearSentence() throws Exception {
        assertThat(refusal(folder.resolve("none.yml")))
                .containsExactly("none.yml: there is no such file; "
                        + "copy the annotated config.yml of the distribution, or name another");
        assertThat(refusal(Files.createDirectory(folder.resolve("a-folder"))))
                .containsExactly("a-folder: is a folder; name the configuration file in it");
        assertThat(refusal("# nothing but a comment\n"))
                .containsExactly("x.yml: is empty; a configuration names at least one repository");
        assertThat(refusal(Files.write(folder.resolve("x.yml"), new byte[] {'a', ':', ' ', (byte) 0xff})))
                .containsExactly("x.yml: is not UTF-8 text");
    }

    private KeeperConfiguration read(String text) throws IOException {
        var reading = LOADER.load(Files.writeString(folder.resolve("x.yml"), text), Map.of());
        assertThat(reading).isInstanceOf(ConfigurationReading.Read.class);
        return ((ConfigurationReading.Read) reading).configuration();
    }

    private List<String> refusal(String text) throws IOException {
        return refusal(Files.writeString(folder.resolve("x.yml"), text));
    }

    private List<String> refusal(Path file) {
        var reading = LOADER.load(file, Map.of());
        assertThat(reading).isInstanceOf(ConfigurationReading.Refused.class);
        return ((ConfigurationReading.Refused) reading)
                .text()
                .replace(folder + "/", "")
                .lines()
                .toList();
    }

    private static Path resource(String name) throws URISyntaxException {
        var url = ConfigurationLoaderTests.class.getResource(name);
        assertThat(url).as(name).isNotNull();
        return Path.of(url.toURI());
    }
}
