package io.fdlkeeper.state;

import io.fdlkeeper.state.FileAuditLog.Entry;
import io.fdlkeeper.state.FileAuditLog.Head;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The chain of an audit log, as far as it was proven.
 *
 * @param end    the last whole entry
 * @param isTorn whether part of a line follows, as after a crash
 */
record AuditChain(Head end, boolean isTorn) {

    static final int LONGEST_LINE = 1 << 20;

    /**
     * Reads a log from its first entry and proves every link.
     *
     * @param told entries that must be in it as told, unless the log ends before
     */
    static AuditChain read(Path log, Collection<Head> told) throws DamagedFileException {
        Map<Long, Set<String>> hashes = told.stream()
                .collect(Collectors.groupingBy(Head::seq, Collectors.mapping(Head::hash, Collectors.toSet())));
        Head end = Head.NONE;
        StringBuilder text = new StringBuilder();
        try (BufferedReader lines = Files.newBufferedReader(log)) {
            while (LineReader.readWholeLine(lines, text)) {
                end = follow(end, text.toString());
                if (!Set.of(end.hash()).containsAll(hashes.getOrDefault(end.seq(), Set.of()))) {
                    throw new DamagedFileException("was changed in line " + end.seq());
                }
            }
        } catch (NoSuchFileException e) {
            return new AuditChain(Head.NONE, false);
        } catch (IOException e) {
            throw StateFiles.failed("read", log, e);
        }
        return new AuditChain(end, text.length() > 0);
    }

    /** Reads only the last whole entry of a log, to go on from it. */
    static Head endOf(Path log) throws DamagedFileException {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            long end = AppendedFile.endOfLastLine(channel);
            if (end == 0) {
                return Head.NONE;
            }
            long from = Math.max(0, end - LONGEST_LINE);
            String tail = new String(StateFiles.read(channel, from, (int) (end - 1 - from)), StandardCharsets.UTF_8);
            AuditLine line = parseLast(tail.substring(tail.lastIndexOf('\n') + 1));
            return new Head(line.entry(-1).seq(), line.hash());
        } catch (NoSuchFileException e) {
            return Head.NONE;
        } catch (IOException e) {
            throw StateFiles.failed("read", log, e);
        }
    }

    private static AuditLine parseLast(String text) throws DamagedFileException {
        try {
            return AuditLine.parse(text, -1);
        } catch (DamagedFileException e) {
            throw new DamagedFileException("is damaged or changed in its last line");
        }
    }

    private static Head follow(Head before, String text) throws DamagedFileException {
        long number = before.seq() + 1;
        AuditLine line = AuditLine.parse(text, number);
        Entry entry = line.entry(number);
        if (entry.seq() != number || !entry.previous().equals(before.hash())) {
            throw new DamagedFileException("lacks an entry, or holds one too many, before line " + number);
        }
        return new Head(number, line.hash());
    }
}
