package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.audit.AuditCheckpoint;
import io.fdlkeeper.audit.AuditEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way to change an audit log shows. */
class FileAuditLogTests {

    // Made with sha256sum over the first line without its last member.
    private static final String FIRST_HASH = "3426125ff86f25f75ade5e7d7de8359bc80a065dacc98a902ea27b8c7fc85554";

    @TempDir
    Path folder;

    private Path log;
    private List<String> lines;

    @BeforeEach
    void writeThreeEntries() throws IOException {
        StateFiles.folder(folder.resolve("temporary"));
        log = folder.resolve("audit/log.jsonl");
        append("one");
        append("two");
        append("three");
        lines = Files.readAllLines(log);
    }

    @Test
    void entriesAreSpelledAsDocumented() {
        assertThat(lines.get(0))
                .isEqualTo("{\"seq\":1,\"at\":\"2026-06-01T12:00:00.123456789Z\",\"actor\":\"tester\","
                        + "\"repository\":\"/srv/lake\",\"action\":\"one\",\"details\":{\"a\":\"b\"},"
                        + "\"previous\":\"0000000000000000000000000000000000000000000000000000000000000000\","
                        + "\"hash\":\"" + FIRST_HASH + "\"}");
        assertThat(lines.get(1)).contains("\"previous\":\"" + FIRST_HASH + "\"");
    }

    @Test
    void changedWordShows() throws IOException {
        rewrite(List.of(lines.get(0), lines.get(1).replace("two", "six"), lines.get(2)));
        assertBroken("was changed in line 2");
    }

    @Test
    void changedLineWithItsDigestMadeAnewShowsInTheNext() throws IOException {
        var forged = AuditLine.of(
                new FileAuditLog.Entry(2, StateUnderTest.NOW, "tester", "/srv/lake", "six", Map.of(), "0".repeat(64)));
        rewrite(List.of(lines.get(0), new String(forged.bytes(), StandardCharsets.UTF_8).strip(), lines.get(2)));
        assertBroken("lacks an entry, or holds one too many, before line 2");
    }

    @Test
    void removedLineShows() throws IOException {
        rewrite(List.of(lines.get(0), lines.get(2)));
        assertBroken("lacks an entry, or holds one too many, before line 2");
    }

    @Test
    void exchangedAndDoubledLinesShow() throws IOException {
        rewrite(List.of(lines.get(1), lines.get(0), lines.get(2)));
        assertBroken("before line 1");
        rewrite(List.of(lines.get(0), lines.get(0), lines.get(1), lines.get(2)));
        assertBroken("before line 2");
    }

    @Test
    void linesMissingAtTheEndShowAndNothingIsAppended() throws IOException {
        rewrite(List.of(lines.get(0)));
        assertBroken("lacks its entries from 2 to 3");
        assertThatExceptionOfType(StateUnreadableException.class).isThrownBy(() -> append("four"));
        assertThat(Files.readAllLines(log)).hasSize(1);
    }

    @Test
    void missingFileShows() throws IOException {
        Files.delete(log);
        assertBroken("lacks its entries from 1 to 3");
    }

    @Test
    void lineThatIsNoEntryShowsAndNothingIsAppended() throws IOException {
        Files.writeString(log, "\n", StandardOpenOption.APPEND);
        assertBroken("is damaged in line 4");
        assertThatExceptionOfType(StateUnreadableException.class)
                .isThrownBy(() -> append("four"))
                .withMessageContaining("is damaged or changed in its last line");
    }

    @Test
    void partOfALineThatACrashLeftIsToldAndGoesWithTheNextEntry() throws IOException {
        Files.writeString(log, "{\"seq\":4,\"at\":\"2026", StandardOpenOption.APPEND);
        assertBroken("ends in a part of a line, as after a crash, behind 3 whole entries");
        append("four");
        assertThat(open().verify()).isEqualTo(4);
        assertThat(Files.readAllLines(log))
                .startsWith(lines.toArray(String[]::new))
                .hasSize(4);
    }

    @Test
    void entryThatReachedTheDiskAloneBeforeACrashCounts() throws IOException {
        var head = folder.resolve("audit/head.json");
        var behind = Files.readString(head);
        append("four");
        Files.writeString(head, behind);
        assertThat(open().verify()).isEqualTo(4);
        append("five");
        assertThat(open().verify()).isEqualTo(5);
    }

    @Test
    void entryWithoutEndIsRefused() {
        var endless = new AuditEvent(StateUnderTest.NOW, "t", "r", "a", Map.of("a", "b".repeat(1 << 20)));
        try (var audit = open()) {
            assertThatIllegalArgumentException().isThrownBy(() -> audit.append(endless));
            assertThat(audit.verify()).isEqualTo(3);
        }
    }

    @Test
    void accountTellsEntriesAndCheckpoints() {
        checkpoint(2, hashOf(1));
        append("four");
        try (var audit = open()) {
            AuditAccount account = audit.account();
            assertThat(account.entries()).isEqualTo(4);
            assertThat(account.checkpoints())
                    .extracting(AuditCheckpoint::entries, AuditCheckpoint::hash)
                    .containsExactly(tuple(2L, hashOf(1)));
        }
    }

    @Test
    void logCutBeforeItsLastCheckpointShowsThoughItsHeadWasPutBack() throws IOException {
        checkpoint(1, hashOf(0));
        checkpoint(3, hashOf(2));
        rewrite(lines.subList(0, 2));
        Files.writeString(folder.resolve("audit/head.json"), "{\"seq\":2,\"hash\":\"" + hashOf(1) + "\"}");
        assertNoAccount("ends before its checkpoint at entry 3");
        Files.delete(folder.resolve("audit/head.json"));
        assertNoAccount("ends before its checkpoint at entry 3");
    }

    @Test
    void logWrittenAnewBehindACheckpointShows() throws IOException {
        checkpoint(3, hashOf(2));
        Files.delete(log);
        Files.delete(folder.resolve("audit/head.json"));
        append("one");
        append("two");
        append("else");
        assertNoAccount("was changed in line 3");
    }

    @Test
    void twoCheckpointsThatSayDifferentlyOfOneEntryShow() {
        checkpoint(3, hashOf(2));
        checkpoint(3, "f".repeat(64));
        assertNoAccount("was changed in line 3");
    }

    @Test
    void checkpointThatIsNoneShows() throws IOException {
        checkpoint(1, hashOf(0));
        Files.writeString(folder.resolve("audit/checkpoints.jsonl"), "{}x\n", StandardOpenOption.APPEND);
        assertNoAccount("has checkpoints of which line 2 is damaged");
    }

    @Test
    void partOfACheckpointThatACrashLeftDoesNotCount() throws IOException {
        checkpoint(1, hashOf(0));
        Files.writeString(folder.resolve("audit/checkpoints.jsonl"), "{\"entries\":3", StandardOpenOption.APPEND);
        try (var audit = open()) {
            assertThat(audit.account().checkpoints()).hasSize(1);
        }
        checkpoint(3, hashOf(2));
        try (var audit = open()) {
            assertThat(audit.account().checkpoints()).hasSize(2);
        }
    }

    private String hashOf(int line) {
        return lines.get(line).replaceAll(".*\"hash\":\"([0-9a-f]{64})\"\\}", "$1");
    }

    private void checkpoint(long entries, String hash) {
        try (var audit = open()) {
            audit.keep(new AuditCheckpoint(entries, hash, StateUnderTest.NOW, "signed"));
        }
    }

    private void assertNoAccount(String why) {
        try (var audit = open()) {
            assertThatExceptionOfType(StateUnreadableException.class)
                    .isThrownBy(audit::account)
                    .withMessageContaining(why);
        }
    }

    private void append(String action) {
        try (var audit = open()) {
            audit.append(new AuditEvent(StateUnderTest.NOW, "tester", "/srv/lake", action, Map.of("a", "b")));
        }
    }

    private FileAuditLog open() {
        return new FileAuditLog(new StateFolder(folder));
    }

    private void rewrite(List<String> changed) throws IOException {
        Files.write(log, new ArrayList<>(changed));
    }

    private void assertBroken(String why) {
        try (var audit = open()) {
            assertThatExceptionOfType(StateUnreadableException.class)
                    .isThrownBy(audit::verify)
                    .withMessageContaining("the audit log in " + folder.resolve("audit") + " ")
                    .withMessageContaining(why)
                    .withMessageEndingWith("move it away, and a new log begins with the next entry");
        }
    }
}
