package io.fdlkeeper.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.ObjectStoreContract;
import io.fdlkeeper.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalStoreTests extends ObjectStoreContract {

    @TempDir
    Path folder;

    private ObjectStore store;

    @BeforeEach
    void open() throws IOException {
        store = LocalStore.at(Files.createDirectory(folder.resolve("repository")), Clock.systemUTC());
    }

    @Override
    protected ObjectStore store() {
        return store;
    }

    /** A folder has no pages, and each file waits for the disk. */
    @Override
    protected int manyObjects() {
        return 100;
    }

    @Test
    void clockIsTheOneGiven() {
        var now = Instant.parse("2026-11-30T12:00:00Z");
        assertThat(LocalStore.at(folder, Clock.fixed(now, ZoneOffset.UTC))
                        .clock()
                        .now())
                .isEqualTo(now);
    }

    @Test
    void rootNamedThroughALinkIsResolvedOnce() throws IOException {
        var real = Files.createDirectory(folder.resolve("real"));
        Files.writeString(real.resolve("HEAD"), "here");
        var link = Files.createSymbolicLink(folder.resolve("link"), real);
        store = LocalStore.at(link, Clock.systemUTC());
        Files.delete(link);
        Files.createSymbolicLink(link, Files.createDirectory(folder.resolve("elsewhere")));
        assertThat(store.location()).isEqualTo(real.toRealPath().toString());
        assertThat(text("HEAD")).isEqualTo("here");
        assertThat(list("")).hasSize(1);
    }

    @Test
    void rootThatIsNotThereIsRefused() {
        assertRefused(folder.resolve("missing"), "missing", "name an existing folder");
    }

    @Test
    void rootThatIsAFileIsRefused() throws IOException {
        assertRefused(Files.createFile(folder.resolve("file")), "is no folder");
    }

    @Test
    void rootThatDoesNotLeadWhereItReadsIsRefused() throws IOException {
        Files.createDirectories(folder.resolve("elsewhere/deep"));
        Files.createDirectories(folder.resolve("elsewhere/towns"));
        Files.createDirectories(folder.resolve("towns"));
        var link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("elsewhere/deep"));
        assertRefused(link.resolve("../towns"), "without '..'");
        assertThat(LocalStore.at(folder.resolve("elsewhere/../towns"), Clock.systemUTC())
                        .location())
                .endsWith("/towns");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ANSI_X3.4-1968", "ISO-8859-1", "", "no such thing"})
    void anyEncodingOfNamesButUtf8IsRefused(String encoding) {
        assertThatThrownBy(() -> LocalStore.requireUtf8Names(encoding))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("'" + encoding + "'")
                .hasMessageContaining("LC_ALL=C.UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "utf-8", "UTF8"})
    void utf8IsTakenHoweverItIsSpelled(String encoding) {
        LocalStore.requireUtf8Names(encoding);
        assertThat(LocalStore.at(folder, Clock.systemUTC()).location()).isNotEmpty();
    }

    private static void assertRefused(Path root, String... words) {
        assertThatThrownBy(() -> LocalStore.at(root, Clock.systemUTC()))
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll(words);
    }
}
