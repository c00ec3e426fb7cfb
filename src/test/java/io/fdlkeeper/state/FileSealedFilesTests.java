package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody with the files, and a crash at a bad moment, can do to sealed files. */
class FileSealedFilesTests {

    private static final String VALUE = "x@example.org";

    @TempDir
    private Path state;

    private Path folder;
    private Path temporary;

    /** A row of a sealed file. */
    record Row(String key, long number) {}

    @BeforeEach
    void makeFolders() throws IOException {
        folder = state.resolve("case");
        temporary = Files.createDirectory(state.resolve("temporary"));
    }

    private FileSealedFiles opened(Optional<byte[]> wrappingKey) {
        return new FileSealedFiles(folder, temporary, new CaseKeys(temporary, new SecureRandom(), wrappingKey));
    }

    private FileSealedFiles opened() {
        return opened(Optional.empty());
    }

    private List<String> lines(String file) throws IOException {
        return new ArrayList<>(Files.readAllLines(folder.resolve(file)));
    }

    private void assertUnreadable(String name) {
        assertThatExceptionOfType(StateUnreadableException.class)
                .isThrownBy(() -> opened().rows(name, Row.class))
                .withMessageContaining(name + ".rows")
                .withMessageContaining("withdraw find");
    }

    private void threeRows(String name) {
        for (int i = 0; i < 3; i++) {
            opened().append(name, new Row("data/email=" + VALUE + "/" + i, i));
        }
    }

    @Test
    void noByteOfAnyFileShowsWhatIsSealed() throws IOException {
        opened().put("selectors", new Row(VALUE, 1));
        threeRows("journal");
        assertThat(filesHolding(VALUE)).isEmpty();
        assertThat(opened().get("selectors", Row.class)).contains(new Row(VALUE, 1));
        try (var all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo("rw-------");
            }
        }
    }

    private List<Path> filesHolding(String text) throws IOException {
        try (var all = Files.walk(state)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> {
                        try {
                            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    })
                    .toList();
        }
    }

    @Test
    void rowsThatChangedPlacesAreNoticed() throws IOException {
        threeRows("journal");
        List<String> lines = lines("journal.rows");
        Collections.swap(lines, 0, 1);
        Files.write(folder.resolve("journal.rows"), lines);
        assertUnreadable("journal");
    }

    @Test
    void rowTakenOutOfTheMiddleIsNoticed() throws IOException {
        threeRows("journal");
        List<String> lines = lines("journal.rows");
        lines.remove(1);
        Files.write(folder.resolve("journal.rows"), lines);
        assertUnreadable("journal");
    }

    @Test
    void rowOfAnotherFileIsNoticed() throws IOException {
        threeRows("journal");
        threeRows("find-ledger");
        Files.write(folder.resolve("journal.rows"), lines("find-ledger.rows"));
        assertUnreadable("journal");
    }

    @Test
    void changedFileIsNoticed() throws IOException {
        opened().put("plan", new Row("a", 1));
        Path file = folder.resolve("plan.sealed");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThatExceptionOfType(StateUnreadableException.class)
                .isThrownBy(() -> opened().get("plan", Row.class))
                .withMessageContaining("plan.sealed");
    }

    @Test
    void tornLastRowCountsAsNotWritten() throws IOException {
        threeRows("journal");
        String fourth = lines("journal.rows").get(0);
        Files.writeString(
                folder.resolve("journal.rows"), fourth.substring(0, fourth.length() / 2), StandardOpenOption.APPEND);
        assertThat(opened().rows("journal", Row.class)).hasSize(3);
        opened().append("journal", new Row("after", 3));
        assertThat(opened().rows("journal", Row.class)).extracting(Row::number).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void rowsOfSeveralFilesAreCountedApart() {
        FileSealedFiles files = opened();
        files.append("ledger", new Row("k".repeat(209), 0));
        for (int i = 0; i < 5; i++) {
            files.append("journal", new Row("", i));
        }
        // Five rows of one are as long as one row of the other.
        assertThat(folder.resolve("journal.rows"))
                .hasSize(folder.resolve("ledger.rows").toFile().length());
        files.append("ledger", new Row("second", 1));
        assertThat(opened().rows("ledger", Row.class)).hasSize(2);
        assertThat(opened().rows("journal", Row.class)).hasSize(5);
    }

    @Test
    void whatACrashLeftBesideADestroyedKeyHindersNothing() throws IOException {
        threeRows("journal");
        opened().put("plan", new Row("old", 1));
        Files.delete(folder.resolve("key"));
        assertThat(opened().get("plan", Row.class)).isEmpty();
        assertThat(opened().rows("journal", Row.class)).isEmpty();
        opened().append("journal", new Row("new", 0));
        assertThat(opened().rows("journal", Row.class)).containsExactly(new Row("new", 0));
        assertThat(opened().get("plan", Row.class)).isEmpty();
    }

    @Test
    void destroyedKeyIsGoneFromTheFolder() throws IOException {
        opened().put("selectors", new Row(VALUE, 1));
        threeRows("journal");
        String key = Files.readString(folder.resolve("key")).strip();
        opened().destroyKey(List.of("selectors"));
        try (var left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("guard-key", "selectors.kept");
        }
        assertThat(filesHolding(key.substring(key.indexOf(' ') + 1))).isEmpty();
        assertThat(opened().get("selectors", Row.class)).contains(new Row(VALUE, 1));
        opened().destroyKey(List.of());
        try (var left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void wrappedKeyOpensWithTheConfiguredKeyAlone() throws IOException {
        byte[] ours = new byte[CaseSeal.KEY_BYTES];
        ours[0] = 1;
        opened(Optional.of(ours)).put("plan", new Row("a", 1));
        assertThat(Files.readString(folder.resolve("key"))).startsWith("wrapped ");
        assertThat(opened(Optional.of(ours)).get("plan", Row.class)).contains(new Row("a", 1));
        for (Optional<byte[]> other : List.of(Optional.<byte[]>empty(), Optional.of(new byte[CaseSeal.KEY_BYTES]))) {
            assertThatExceptionOfType(StateUnreadableException.class)
                    .isThrownBy(() -> opened(other).get("plan", Row.class))
                    .withMessageContaining("withdrawal.sealing-key-file");
        }
    }

    @Test
    void configuredKeyIsUsedByTheStateAndNamedWhenItIsWrong() throws IOException {
        Path key = Files.writeString(state.resolve("sealing-key"), "0f".repeat(CaseSeal.KEY_BYTES) + "\n");
        Path directory = state.resolve("keeper");
        try (var open = KeeperState.open(directory, StateUnderTest.CLOCK, Optional.of(key))) {
            open.cases().files("w-1").put("plan", new Row(VALUE, 1));
        }
        assertThat(directory.resolve("cases/w-1/key")).content().startsWith("wrapped ");
        try (var open = KeeperState.open(directory, StateUnderTest.CLOCK, Optional.of(key))) {
            assertThat(open.cases().files("w-1").get("plan", Row.class)).contains(new Row(VALUE, 1));
        }
        for (String wrong : List.of("", "0f", "no digits at all")) {
            Files.writeString(key, wrong);
            assertThatExceptionOfType(StateUnreadableException.class)
                    .isThrownBy(() -> KeeperState.open(directory, StateUnderTest.CLOCK, Optional.of(key)))
                    .withMessageContaining("withdrawal.sealing-key-file");
        }
        // A key that is refused leaves the directory free.
        KeeperState.open(directory, StateUnderTest.CLOCK).close();
    }
}
