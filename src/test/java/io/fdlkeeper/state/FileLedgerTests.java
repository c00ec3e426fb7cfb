package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fdlkeeper.gc.LedgerRow;
import io.fdlkeeper.gc.LedgerUnreadableException;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger that is not exactly what was written is not read. */
class FileLedgerTests {

    private static final Instant SEEN = Instant.parse("2026-05-04T03:00:00Z");

    @TempDir
    Path folder;

    private FileLedger ledger;
    private Path file;

    @BeforeEach
    void writeALedger() {
        var layout = new StateFolder(folder);
        StateFiles.folder(layout.temporary());
        ledger = new FileLedger(layout);
        file = layout.repository("/srv/lake").resolve("ledger.jsonl");
        try (var update = ledger.begin("/srv/lake")) {
            update.row(new LedgerRow(new ObjectKey("data/a"), new ETag("e1"), SEEN, SEEN, true));
            update.row(new LedgerRow(new ObjectKey("data/ü"), new ETag("e2"), SEEN, SEEN, false));
            update.commit(SEEN);
        }
    }

    @Test
    void rowsAreSpelledAsDocumented() throws IOException {
        assertThat(Files.readAllLines(file).subList(0, 3))
                .containsExactly(
                        "{\"file\":\"ledger\",\"format\":1}",
                        "{\"key\":\"data/a\",\"etag\":\"e1\",\"lastModified\":\"2026-05-04T03:00:00Z\","
                                + "\"firstSeen\":\"2026-05-04T03:00:00Z\",\"everNamed\":true}",
                        "{\"key\":\"data/\\u00FC\",\"etag\":\"e2\",\"lastModified\":\"2026-05-04T03:00:00Z\","
                                + "\"firstSeen\":\"2026-05-04T03:00:00Z\",\"everNamed\":false}");
        assertThat(Files.readAllLines(file).get(3))
                .startsWith("{\"rows\":2,\"at\":\"2026-05-04T03:00:00Z\",\"sha256\":\"");
    }

    @Test
    void ledgerCutAtAnyByteIsRefused() throws IOException {
        var whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertRefused();
        }
    }

    @Test
    void ledgerWithAnyByteChangedIsRefused() throws IOException {
        var whole = Files.readAllBytes(file);
        long seed = 20260504;
        var random = new SplittableRandom(seed);
        for (int at = 0; at < whole.length; at++) {
            var changed = whole.clone();
            changed[at] = (byte) (changed[at] + random.nextInt(1, 256));
            Files.write(file, changed);
            assertRefused();
        }
    }

    @Test
    void ledgerWithoutOneOfItsRowsIsRefused() throws IOException {
        var lines = Files.readAllLines(file);
        lines.remove(1);
        Files.write(file, lines);
        assertRefused();
    }

    @Test
    void newerLedgerIsRefusedAsNewer() throws IOException {
        Files.writeString(file, Files.readString(file).replace("\"format\":1", "\"format\":2"));
        assertThatExceptionOfType(LedgerUnreadableException.class)
                .isThrownBy(() -> ledger.read("/srv/lake"))
                .withMessage("the ledger " + file + " was written by a newer version of fdl-keeper; "
                        + "move it away, and the waiting time of every unreferenced file starts again");
    }

    @Test
    void refusedLedgerIsReplacedByTheNextCommit() throws Exception {
        Files.writeString(file, "x");
        try (var update = ledger.begin("/srv/lake")) {
            update.commit(SEEN.plusSeconds(1));
        }
        try (var reading = ledger.read("/srv/lake")) {
            assertThat(reading.observedAt()).contains(SEEN.plusSeconds(1));
        }
    }

    private void assertRefused() {
        assertThatExceptionOfType(LedgerUnreadableException.class)
                .isThrownBy(() -> ledger.read("/srv/lake"))
                .withMessageStartingWith("the ledger " + file + " ")
                .withMessageEndingWith("; move it away, and the waiting time of every unreferenced file starts again");
    }
}
