package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.retention.RetentionRules;
import io.fdlkeeper.schedule.CronText;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationLoaderTests {

    private static final ConfigurationLoader LOADER = new ConfigurationLoader(CronText.SYNTAX);

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
            assertThat(gc.toRunLimits().batch()).isEqualTo(20);
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
