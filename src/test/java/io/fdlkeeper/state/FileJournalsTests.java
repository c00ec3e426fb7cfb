package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fdlkeeper.run.JournalEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a crash or a damaged disk leaves of a journal. */
class FileJournalsTests {

    private static final JournalEntry A = new JournalEntry("delete", "data/a", "e1", 10, "", "");
    private static final JournalEntry B = new JournalEntry("delete", "data/b", "e2", 20, "", "");

    @TempDir
    Path folder;

    private FileJournals journals;
    private Path file;

    @BeforeEach
    void writeAJournal() {
        var layout = new StateFolder(folder);
        StateFiles.folder(layout.journals());
        file = layout.journals().resolve("r1.jsonl");
        journals = new FileJournals(layout);
        try (var journal = journals.open("r1")) {
            journal.intend(List.of(A, B));
            journal.record(List.of(A.with("deleted", "")));
        }
    }

    @Test
    void linesAreSpelledAsDocumented() {
        assertThat(file).hasContent("""
                {"action":"delete","key":"data/a","etag":"e1","bytes":10,"result":"","detail":""}
                {"action":"delete","key":"data/b","etag":"e2","bytes":20,"result":"","detail":""}
                {"action":"delete","key":"data/a","etag":"e1","bytes":10,"result":"deleted","detail":""}
                """);
    }

    @Test
    void journalCutAtAnyByteStillTellsItsWholeLines() throws IOException {
        var whole = Files.readAllBytes(file);
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            long lines = Files.readString(file).chars().filter(c -> c == '\n').count();
            assertThat(journals.results("r1")).as("cut at %d", length).hasSize(lines == 3 ? 1 : 0);
            assertThat(journals.unresolved("r1"))
                    .as("cut at %d", length)
                    .hasSize(lines == 1 || lines == 3 ? 1 : (int) lines);
        }
    }

    @Test
    void tornLineIsReplacedByTheNextOne() throws IOException {
        Files.writeString(file, "{\"action\":\"del", StandardOpenOption.APPEND);
        try (var journal = journals.open("r1")) {
            journal.record(List.of(B.with("failed", "500")));
        }
        assertThat(journals.results("r1")).containsExactly(A.with("deleted", ""), B.with("failed", "500"));
        assertThat(Files.readAllLines(file)).hasSize(4);
    }

    @Test
    void damageInTheMiddleIsToldAndNotPassedOver() throws IOException {
        Files.writeString(file, Files.readString(file).replace("\"data/b\",", "\"data/"));
        assertThatExceptionOfType(StateUnreadableException.class)
                .isThrownBy(() -> journals.unresolved("r1"))
                .withMessage("the journal " + file + " is damaged in line 2; look at what it holds, "
                        + "then move it away; the next run looks at the store itself");
    }
}
