package io.fdlkeeper.state;

import static io.fdlkeeper.state.StateUnderTest.CLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state that is damaged or newer is refused in one sentence, and stays as it is. */
class StateUnreadableTests {

    @TempDir
    Path folder;

    @BeforeEach
    void makeState() {
        KeeperState.open(folder, CLOCK).close();
    }

    @Test
    void databaseWithADamagedHeader() throws IOException {
        var bytes = Files.readAllBytes(database());
        Arrays.fill(bytes, 0, 8192, (byte) 'x');
        Files.write(database(), bytes);
        assertRefused("the database " + database().toRealPath() + " cannot be read (");
    }

    @Test
    void databaseThatIsAnotherFile() throws IOException {
        Files.writeString(database(), "this is no database\n".repeat(1000));
        assertRefused("the database " + database().toRealPath() + " cannot be read (");
    }

    @Test
    void databaseThatIsCutOff() throws IOException {
        var bytes = Files.readAllBytes(database());
        Files.write(database(), Arrays.copyOf(bytes, 5000));
        assertRefused("the database " + database().toRealPath() + " cannot be read (");
    }

    @Test
    void databaseThatIsEmpty() throws IOException {
        Files.write(database(), new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
        assertRefused("the database " + database().toRealPath() + " is missing or empty");
    }

    @Test
    void databaseThatIsMissing() throws IOException {
        var path = database().toRealPath();
        Files.delete(database());
        assertRefused("the database " + path + " is missing or empty");
    }

    @Test
    void databaseGivenUpByItsNewNameIsBegunAnewAndAllElseStays() throws IOException {
        Files.writeString(database(), "this is no database\n".repeat(1000));
        var hash = Files.readString(folder.resolve("key-hash.secret"));
        Files.move(database(), folder.resolve("keeper.mv.db.damaged"));
        try (var state = KeeperState.open(folder, CLOCK)) {
            assertThat(state.runs().list(Optional.empty(), 1)).isEmpty();
        }
        assertThat(folder.resolve("key-hash.secret")).hasContent(hash.strip());
        assertThat(folder.resolve("keeper.mv.db.damaged")).content().startsWith("this is no database");
    }

    @Test
    void databaseOfANewerVersion() throws Exception {
        var url = "jdbc:h2:file:" + folder.resolve("keeper");
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO \"flyway_schema_history\" SELECT 99, '7', 'of the future', \"type\", \"script\","
                            + " \"checksum\", \"installed_by\", \"installed_on\", 1, TRUE FROM \"flyway_schema_history\""
                            + " WHERE \"version\" = '1'");
        }
        assertThatExceptionOfType(StateUnreadableException.class)
                .isThrownBy(() -> KeeperState.open(folder, CLOCK))
                .withMessage(database().toRealPath() + " is of version 7, and this fdl-keeper knows " + Database.SCHEMA
                        + "; " + "use the fdl-keeper that wrote it, or a newer one");
    }

    @Test
    void documentOfANewerVersion() throws IOException {
        Files.writeString(folder.resolve("state.json"), "{\"format\":2,\"complete\":true,\"more\":[1]}");
        assertRefused("state.json is of version 2, and this fdl-keeper knows 1; use the fdl-keeper that wrote it");
    }

    @Test
    void documentThatIsDamaged() throws IOException {
        Files.writeString(folder.resolve("state.json"), "{\"format\":");
        assertRefused("state.json is damaged; put it back from a backup");
    }

    @Test
    void documentThatIsMissing() throws IOException {
        Files.delete(folder.resolve("state.json"));
        assertRefused("but no state.json, so it is no state of ours; name an empty directory");
    }

    @Test
    void secretThatIsMissing() throws IOException {
        Files.delete(folder.resolve("key-hash.secret"));
        assertRefused("key-hash.secret is missing or damaged; put it back from a backup");
    }

    @Test
    void directoryOfSomebodyElse() throws IOException {
        var home = Files.createDirectory(folder.resolve("home"));
        Files.writeString(home.resolve("letter.txt"), "dear");
        assertThatExceptionOfType(StateUnreadableException.class)
                .isThrownBy(() -> KeeperState.open(home, CLOCK))
                .withMessageContaining("holds letter.txt but no state.json");
        assertThat(home.resolve("state.json")).doesNotExist();
    }

    @Test
    void directoryThatIsAFile() {
        var file = folder.resolve("state.json");
        assertThatExceptionOfType(StateException.class)
                .isThrownBy(() -> KeeperState.open(file, CLOCK))
                .withMessageStartingWith("cannot create the folder " + file);
    }

    @Test
    void firstStartThatWasInterruptedIsFinished() throws IOException {
        Files.writeString(folder.resolve("state.json"), "{\"format\":1,\"complete\":false}");
        Files.delete(folder.resolve("key-hash.secret"));
        Files.writeString(database(), "half a database");
        try (var state = KeeperState.open(folder, CLOCK)) {
            assertThat(state.keyHash("a")).hasSize(64);
        }
        assertThat(folder.resolve("state.json")).hasContent("{\"format\":1,\"complete\":true}");
    }

    private Path database() {
        return folder.resolve("keeper.mv.db");
    }

    private void assertRefused(String sentence) throws IOException {
        var before = contents();
        assertThatExceptionOfType(StateUnreadableException.class)
                .isThrownBy(() -> KeeperState.open(folder, CLOCK))
                .withMessageContaining(sentence)
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("\n"));
        assertThat(contents()).isEqualTo(before);
        // The refusal gave the directory back: it says the same again, and not that it is in use.
        assertThatExceptionOfType(StateUnreadableException.class).isThrownBy(() -> KeeperState.open(folder, CLOCK));
    }

    private Map<String, String> contents() throws IOException {
        var contents = new TreeMap<String, String>();
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("lock")) {
                    contents.put(folder.relativize(file).toString(), Sha256.of(Files.readAllBytes(file)));
                }
            }
        }
        return contents;
    }
}
