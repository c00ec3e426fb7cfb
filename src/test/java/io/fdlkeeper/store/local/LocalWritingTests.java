package io.fdlkeeper.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.WriteAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalWritingTests {

    private static final ObjectKey MARK = new ObjectKey("versions/v/expired.json");

    @TempDir
    Path temporary;

    private Path root;
    private ObjectStore store;

    @BeforeEach
    void open() throws IOException {
        root = Files.createDirectory(temporary.resolve("repository")).toRealPath();
        store = LocalStore.at(root, Clock.systemUTC());
    }

    @Test
    void creationMakesTheFoldersThatAreMissingAndLeavesNoOtherFile() throws IOException {
        assertThat(store.writer().createOnce(MARK, bytes("x"))).isInstanceOf(WriteAnswer.Written.class);
        assertThat(entries(root.resolve("versions/v"))).containsExactly("expired.json");
        assertThat(store.writer().createOnce(MARK, bytes("y"))).isInstanceOf(WriteAnswer.ConditionFailed.class);
        assertThat(entries(root.resolve("versions/v"))).containsExactly("expired.json");
    }

    @Test
    void creationRemovesWhatAKilledProcessLeftBeside() throws IOException {
        Path folder = Files.createDirectories(root.resolve("versions/v"));
        Path old = Files.writeString(folder.resolve(".fdl-keeper-tmp-old"), "x");
        Path young = Files.writeString(folder.resolve(".fdl-keeper-tmp-young"), "x");
        Files.setLastModifiedTime(old, FileTime.from(Clock.systemUTC().instant().minusSeconds(7200)));

        store.writer().createOnce(MARK, bytes("x"));

        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    @Test
    void fileSystemThatCannotLinkIsARefusalAndLeavesNothing() throws IOException {
        var writer = new FolderWriter(new FolderTree(root), (name, existing) -> {
            throw new FileSystemException(name.toString(), existing.toString(), "Operation not permitted");
        });
        assertThat(writer.createOnce(MARK, bytes("x")))
                .isInstanceOfSatisfying(
                        WriteAnswer.Refused.class,
                        refused -> assertThat(refused.detail())
                                .contains(
                                        "hard link", root.resolve("versions/v").toString(), "Operation not permitted"));
        var unsupported = new FolderWriter(new FolderTree(root), (name, existing) -> {
            throw new UnsupportedOperationException();
        });
        assertThat(unsupported.createOnce(MARK, bytes("x"))).isInstanceOf(WriteAnswer.Refused.class);
        assertThat(entries(root.resolve("versions/v"))).isEmpty();
    }

    @Test
    void linkWhoseAnswerWasLostAndWhichIsRepeatedIsACreation() throws IOException {
        var writer = new FolderWriter(new FolderTree(root), (name, existing) -> {
            Files.createLink(name, existing);
            throw new FileAlreadyExistsException(name.toString());
        });
        assertThat(writer.createOnce(MARK, bytes("x"))).isInstanceOf(WriteAnswer.Written.class);
        assertThat(Files.readString(root.resolve(MARK.text()))).isEqualTo("x");
        assertThat(entries(root.resolve("versions/v"))).containsExactly("expired.json");
    }

    @Test
    void folderRemovedAgainAndAgainEndsInAnError() {
        var writer = new FolderWriter(new FolderTree(root), (name, existing) -> {
            throw new java.nio.file.NoSuchFileException(name.toString());
        });
        assertThatThrownBy(() -> writer.createOnce(MARK, bytes("x")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(MARK.text());
    }

    @Test
    void diskThatIsFullIsNamedInOneSentence() {
        var writer = new FolderWriter(new FolderTree(root), (name, existing) -> {
            throw new IOException("No space left on device");
        });
        assertThatThrownBy(() -> writer.createOnce(MARK, bytes("x")))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "The file " + root.resolve(MARK.text())
                                + " cannot be written (No space left on device); give the file system space or make it writable, and run again.");
    }

    @Test
    void nothingIsWrittenOrDeletedThroughALink() throws IOException {
        var outside = Files.createDirectory(temporary.resolve("outside"));
        var file = Files.writeString(outside.resolve("a"), "x");
        Files.createSymbolicLink(root.resolve("data"), outside);
        Files.createSymbolicLink(root.resolve("alias"), file);
        var etag = FileFacts.of(Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class))
                .etag();

        assertThat(store.writer().createOnce(new ObjectKey("data/new"), bytes("x")))
                .isInstanceOfSatisfying(
                        WriteAnswer.Refused.class,
                        refused -> assertThat(refused.detail()).contains("'data'", "symbolic link"));
        assertThat(store.writer().createOnce(new ObjectKey("data/sub/new"), bytes("x")))
                .isInstanceOf(WriteAnswer.Refused.class);
        assertThat(store.writer().replace(new ObjectKey("data/a"), bytes("y"), etag))
                .isInstanceOf(WriteAnswer.Refused.class);
        assertThat(store.writer().replace(new ObjectKey("alias"), bytes("y"), etag))
                .isInstanceOf(WriteAnswer.ConditionFailed.class);
        assertThat(store.writer().createOnce(new ObjectKey("alias"), bytes("y")))
                .isInstanceOf(WriteAnswer.ConditionFailed.class);
        assertThat(delete("data/a", etag)).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(DeleteStatus.REFUSED);
            assertThat(answer.detail()).contains("'data'", "symbolic link");
        });
        assertThat(delete("alias", etag).status()).isEqualTo(DeleteStatus.REFUSED);
        assertThat(store.deleter().removeEmptyFolder("data/").status()).isEqualTo(DeleteStatus.REFUSED);
        assertThat(entries(outside)).containsExactly("a");
        assertThat(Files.readString(file)).isEqualTo("x");
        assertThat(entries(root)).containsExactly("alias", "data");
    }

    @Test
    void replacementKeepsThePermissions() throws IOException {
        var file = Files.writeString(root.resolve("refs.json"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        var etag = store.reader().head(new ObjectKey("refs.json")).orElseThrow().etag();
        assertThat(store.writer().replace(new ObjectKey("refs.json"), bytes("new"), etag))
                .isInstanceOf(WriteAnswer.Written.class);
        assertThat(Files.readString(file)).isEqualTo("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-rw-r--");
        assertThat(entries(root)).containsExactly("refs.json");
    }

    @Test
    void fileReplacedBehindOurBackIsChangedEvenWithSizeAndTimeKept() throws IOException {
        var file = Files.writeString(root.resolve("a"), "one");
        var object = store.reader().head(new ObjectKey("a")).orElseThrow();
        var other = Files.writeString(root.resolve("b"), "two");
        Files.setLastModifiedTime(other, FileTime.from(object.lastModified()));
        Files.move(other, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(delete("a", object.etag()).status()).isEqualTo(DeleteStatus.CHANGED);
        assertThat(Files.readString(file)).isEqualTo("two");
    }

    @Test
    void linkingAFileOrChangingItsPermissionsIsNoOtherContent() throws IOException {
        var file = Files.writeString(root.resolve("a"), "one");
        var object = store.reader().head(new ObjectKey("a")).orElseThrow();
        Files.createLink(temporary.resolve("backup"), file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assertThat(store.reader().head(new ObjectKey("a"))).contains(object);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/a", "a//b", "a/", "/", "data/.snapshot/a", "lost+found/a", ".fdl-keeper-tmp-x", "data/\ud800"})
    void keyThatNoFileOfTheRepositoryHasIsRefused(String text) throws IOException {
        var key = new ObjectKey(text);
        Files.createDirectories(root.resolve("a"));
        Files.writeString(root.resolve("a/b"), "x");
        Files.createDirectories(root.resolve("data/.snapshot"));
        Files.writeString(root.resolve("data/.snapshot/a"), "x");
        assertThat(store.writer().createOnce(key, bytes("y"))).isInstanceOf(WriteAnswer.Refused.class);
        assertThat(delete(text, new ETag("any")).status()).isEqualTo(DeleteStatus.REFUSED);
        assertThat(Files.readString(root.resolve("a/b"))).isEqualTo("x");
    }

    @Test
    void onlyAFolderThatHoldsNothingIsRemoved() throws IOException {
        Files.createDirectories(root.resolve("data/empty"));
        Files.createDirectories(root.resolve("data/full/lost+found"));
        Files.writeString(root.resolve("data/file"), "x");
        assertThat(store.deleter().removeEmptyFolder("data/empty/").status()).isEqualTo(DeleteStatus.DELETED);
        assertThat(store.deleter().removeEmptyFolder("data/empty/").status()).isEqualTo(DeleteStatus.ALREADY_ABSENT);
        assertThat(store.deleter().removeEmptyFolder("data/full/").status()).isEqualTo(DeleteStatus.CHANGED);
        assertThat(store.deleter().removeEmptyFolder("data/full/lost+found/").status())
                .isEqualTo(DeleteStatus.REFUSED);
        assertThat(store.deleter().removeEmptyFolder("data/file/").status()).isEqualTo(DeleteStatus.REFUSED);
        assertThat(store.deleter().removeEmptyFolder("data/../data/").status()).isEqualTo(DeleteStatus.REFUSED);
        assertThat(store.deleter().removeEmptyFolder("/").status()).isEqualTo(DeleteStatus.REFUSED);
        assertThat(store.deleter().removeEmptyFolder("data").status()).isEqualTo(DeleteStatus.REFUSED);
        assertThat(entries(root.resolve("data"))).containsExactly("file", "full");
    }

    @Test
    void folderWithoutWritePermissionIsNamed() throws IOException {
        var folder = Files.createDirectory(root.resolve("data"));
        Files.writeString(folder.resolve("a"), "x");
        var etag = store.reader().head(new ObjectKey("data/a")).orElseThrow().etag();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assumeFalse(
                    Files.isWritable(folder), "skipped: this process writes into folders whatever their permissions");
            assertThat(delete("data/a", etag)).satisfies(answer -> {
                assertThat(answer.status()).isEqualTo(DeleteStatus.REFUSED);
                assertThat(answer.detail()).contains("permission denied", folder.toString());
            });
            assertThat(store.writer().createOnce(new ObjectKey("data/b"), bytes("x")))
                    .isInstanceOfSatisfying(
                            WriteAnswer.Refused.class,
                            refused -> assertThat(refused.detail()).contains(folder.toString()));
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private DeleteAnswer delete(String key, ETag etag) {
        return store.deleter()
                .deleteIfUnchanged(List.of(new DeleteRequest(new ObjectKey(key), etag)), () -> true)
                .get(0);
    }

    private static List<String> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
