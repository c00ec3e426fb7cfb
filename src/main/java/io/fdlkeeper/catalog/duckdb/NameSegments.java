package io.fdlkeeper.catalog.duckdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Lists of names on disk, each written once and called by the digest of its bytes.
 *
 * <p>Versions share most of their names, so each list holds only the names that no earlier one had; catalogs are recorded as numbers
 * into them. A list that is not what its name says does not exist.
 */
final class NameSegments {

    static final String SUFFIX = ".parquet";
    static final String TEMPORARY = ".tmp";

    private final Path folder;
    private final Set<String> sound = new HashSet<>();
    private final Set<String> forced = new HashSet<>();

    /**
     * One list.
     *
     * @param digest the SHA-256 of its file, and the file's name
     * @param rows   how many names it holds
     */
    record Segment(String digest, int rows) {}

    NameSegments(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    Path file(Segment segment) {
        return folder.resolve(segment.digest() + SUFFIX);
    }

    /** Writes a table of the engine, with columns {@code n}, {@code key} and {@code ref}, as a list. */
    Segment write(Engine engine, String table, int rows) throws SQLException, IOException {
        var temporary = folder.resolve(UUID.randomUUID() + TEMPORARY);
        try {
            engine.run("COPY " + table + " TO " + Sql.literal(temporary.toString()) + " (FORMAT parquet)");
            var segment = new Segment(CatalogFile.sha256(temporary), rows);
            publish(temporary, file(segment));
            sound.add(segment.digest());
            return segment;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Tells whether a list is there with exactly the bytes it was written with. */
    boolean isSound(Segment segment) {
        if (sound.contains(segment.digest())) {
            return true;
        }
        try {
            if (CatalogFile.sha256(file(segment)).equals(segment.digest())) {
                sound.add(segment.digest());
                return true;
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Gives a finished file its name.
     *
     * <p>If the machine stops before it is on disk, it is damaged or missing, which is noticed and costs another reading of the catalog.
     */
    static void publish(Path temporary, Path target) throws IOException {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Brings a list to disk. */
    void force(Segment segment) throws IOException {
        if (forced.add(segment.digest())) {
            force(file(segment));
        }
    }

    /** Brings a file, or what a folder lists, to disk. */
    static void force(Path path) throws IOException {
        try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
