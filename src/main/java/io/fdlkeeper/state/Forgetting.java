package io.fdlkeeper.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Removes from our own files what shows a withdrawn value: rows, lines, plans and messages; caches go whole, since they are made anew.
 *
 * <p>The database never holds keys. Doing it again finishes what a crash cut off.
 */
final class Forgetting {

    private static final List<String> ROWS = List.of("ledger", "uploads", "deletions", "unreachable", "roots");
    private static final List<String> PEOPLES = List.of("holds", "losses");

    private final StateFolder folder;
    private final Predicate<String> shows;
    private final List<String> told = new ArrayList<>();

    Forgetting(StateFolder folder, Predicate<String> shows) {
        this.folder = folder;
        this.shows = shows;
    }

    /** Returns sentences on what people put here that shows the value, and is theirs to remove. */
    List<String> of(String location) {
        Path repository = folder.repository(location);
        ROWS.forEach(kind -> rows(repository.resolve(kind + ".jsonl"), kind));
        StateFiles.deleteTree(repository.resolve("references"));
        StateFiles.delete(repository.resolve("documents.jsonl"));
        each(folder.plans(), this::plan);
        each(folder.journals(), this::lines);
        each(folder.messages(), file -> {
            if (shows.test(text(file))) {
                StateFiles.delete(file);
            }
        });
        for (String kind : PEOPLES) {
            Path file = repository.resolve(kind + ".jsonl");
            if (Files.exists(file) && text(file).lines().anyMatch(this::lineShows)) {
                told.add("the " + kind + " of " + location
                        + " show the value: somebody who put them there must release them");
            }
        }
        return List.copyOf(told);
    }

    private void rows(Path file, String kind) {
        List<JsonNode> kept = new ArrayList<>();
        boolean[] found = {false};
        try (SealedReader<JsonNode> reader =
                SealedReader.open(file, kind, JsonNode.class).orElse(null)) {
            if (reader == null) {
                return;
            }
            reader.rows().forEachRemaining(row -> {
                if (shows(row)) {
                    found[0] = true;
                } else {
                    kept.add(row);
                }
            });
            if (found[0]) {
                try (SealedWriter writer = new SealedWriter(file, folder.temporary(), kind)) {
                    kept.forEach(writer::row);
                    writer.commit(reader.at());
                }
            }
        } catch (DamagedFileException e) {
            // What cannot be read cannot be kept either: it may show the value, and every one of these is begun anew.
            StateFiles.delete(file);
        }
    }

    private void plan(Path plan) {
        boolean[] found = {false};
        each(plan, file -> found[0] |= text(file).lines().anyMatch(this::lineShows));
        if (found[0]) {
            StateFiles.deleteTree(plan);
        }
    }

    private void lines(Path file) {
        List<String> lines = text(file).lines().toList();
        List<String> kept = lines.stream().filter(line -> !lineShows(line)).toList();
        if (kept.size() < lines.size()) {
            byte[] rest =
                    kept.isEmpty() ? new byte[0] : (String.join("\n", kept) + "\n").getBytes(StandardCharsets.UTF_8);
            StateFiles.replace(file, folder.temporary(), out -> out.write(rest));
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

    private boolean shows(JsonNode node) {
        if (node.isTextual()) {
            return shows.test(node.textValue());
        }
        for (JsonNode child : node) {
            if (shows(child)) {
                return true;
            }
        }
        return false;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
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
