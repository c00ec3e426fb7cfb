package io.fdlkeeper.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Removes from our own files what shows a withdrawn value: rows, lines, plans and messages; caches go whole, since they are made anew.
 *
 * <p>The database never holds keys. Every file is rewritten as a whole or left, and is read row by row, since a ledger can be large.
 * Doing it again finishes what a crash cut off.
 */
final class Forgetting {

    private static final List<String> ROWS = List.of("ledger", "uploads", "deletions", "unreachable", "roots");
    private static final List<String> PEOPLES = List.of("holds", "losses");

    private final StateFolder folder;
    private final Predicate<String> shows;
    private final Predicate<Path> inUse;
    private final List<String> told = new ArrayList<>();

    /** @param inUse whether somebody is writing to a journal's file */
    Forgetting(StateFolder folder, Predicate<String> shows, Predicate<Path> inUse) {
        this.folder = folder;
        this.shows = shows;
        this.inUse = inUse;
    }

    /** Returns sentences on what shows the value and is not ours to remove, or cannot be removed now. */
    List<String> of(String location) {
        Path repository = folder.repository(location);
        ROWS.forEach(kind -> rows(repository.resolve(kind + ".jsonl"), kind));
        StateFiles.deleteTree(repository.resolve("references"));
        StateFiles.delete(repository.resolve("documents.jsonl"));
        each(folder.plans(), this::plan);
        each(folder.journals(), this::journal);
        each(folder.messages(), file -> {
            if (shows.test(text(file))) {
                StateFiles.delete(file);
            }
        });
        PEOPLES.forEach(kind -> tell(repository.resolve(kind + ".jsonl"), "the " + kind + " of " + location));
        tell(folder.root().resolve("pauses.jsonl"), "a pause");
        return List.copyOf(told);
    }

    private void tell(Path file, String what) {
        if (Files.isRegularFile(file) && anyLineShows(file)) {
            told.add(what + " shows the value: somebody who put it there must release it");
        }
    }

    private void rows(Path file, String kind) {
        try {
            if (anyRowShows(file, kind)) {
                rewrite(file, kind);
            }
        } catch (DamagedFileException e) {
            // Nothing can be kept of it, and what it was for begins anew; one that does not show the value is evidence.
            if (anyLineShows(file)) {
                StateFiles.delete(file);
                told.add("the damaged file " + file + " showed the value and was removed: what it was for begins anew");
            }
        }
    }

    private boolean anyRowShows(Path file, String kind) throws DamagedFileException {
        try (SealedReader<JsonNode> reader =
                SealedReader.open(file, kind, JsonNode.class).orElse(null)) {
            if (reader != null) {
                for (Iterator<JsonNode> rows = reader.rows(); rows.hasNext(); ) {
                    if (shows(rows.next())) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    private void rewrite(Path file, String kind) throws DamagedFileException {
        try (SealedReader<JsonNode> reader =
                        SealedReader.open(file, kind, JsonNode.class).orElseThrow();
                SealedWriter writer = new SealedWriter(file, folder.temporary(), kind)) {
            reader.rows().forEachRemaining(row -> {
                if (!shows(row)) {
                    writer.row(row);
                }
            });
            writer.commit(reader.at());
        }
    }

    private void plan(Path plan) {
        boolean[] found = {false};
        each(plan, file -> found[0] |= anyLineShows(file));
        if (found[0]) {
            StateFiles.deleteTree(plan);
        }
    }

    private void journal(Path file) {
        if (!anyLineShows(file)) {
            return;
        }
        if (inUse.test(file)) {
            told.add("the journal " + file + " of a run under way shows the value: remove it once the run has ended");
            return;
        }
        StateFiles.replace(file, folder.temporary(), out -> {
            try (BufferedReader lines = opened(file)) {
                StringBuilder line = new StringBuilder();
                // The part of a line that a crash left does not count, and must not become one.
                while (LineReader.readWholeLine(lines, line)) {
                    if (!lineShows(line.toString())) {
                        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        });
    }

    private boolean anyLineShows(Path file) {
        try (BufferedReader lines = opened(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (lineShows(line)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        }
    }

    /** A line spells what is beyond ASCII as escapes, so it is read before it is judged. */
    private boolean lineShows(String line) {
        try {
            return shows(JsonText.MAPPER.readTree(line));
        } catch (JsonProcessingException e) {
            return shows.test(line);
        }
    }

    /** Numbers are sizes and counts of our own, never values. */
    private boolean shows(JsonNode node) {
        if (node.isTextual()) {
            return shows.test(node.textValue());
        }
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            if (shows.test(names.next())) {
                return true;
            }
        }
        for (JsonNode child : node) {
            if (shows(child)) {
                return true;
            }
        }
        return false;
    }

    /** Bytes that are no UTF-8 hinder nothing. */
    private static BufferedReader opened(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8), 1 << 16);
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        }
    }

    /** What is done with a file. */
    @FunctionalInterface
    private interface Act {
        void with(Path file);
    }

    private static void each(Path folder, Act act) {
        List<Path> files;
        try (var listed = Files.list(folder)) {
            files = listed.toList();
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException e) {
            throw StateFiles.failed("read", folder, e);
        }
        files.forEach(act::with);
    }
}
