package io.fdlkeeper.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Writes version folders in the order of the format: catalog, dataset, and the record last. */
final class VersionFolders {
    static final String FDL = "0.1";
    private static final String CATALOG = "ducklake.duckdb";
    private static final String DATASET = "dataset.json";

    /**
     * A version as its child's record needs it.
     *
     * @param id its id
     * @param seq its number along the branch
     * @param snapshot the newest snapshot of its catalog
     */
    record Version(String id, long seq, long snapshot) {}

    /** How far a writer got with a folder before it was killed. */
    enum Reached {
        CATALOG,
        DATASET
    }

    private final RepositoryFolder folder;
    private final SeededIds ids;
    private int complete;
    private int unfinished;

    VersionFolders(RepositoryFolder folder, SeededIds ids) {
        this.folder = folder;
        this.ids = ids;
    }

    int complete() {
        return complete;
    }

    int unfinished() {
        return unfinished;
    }

    /** Says where the catalog of a version is. */
    Path catalog(Version version) {
        return folder.path(key(version.id(), CATALOG));
    }

    /** Publishes what a catalog now holds as the next version of a branch. */
    Version publish(WorkingCatalog catalog, @Nullable Version parent, String author, String message, Instant at)
            throws SQLException, IOException {
        var id = ids.at(at).toString();
        freeze(catalog, id, at);
        dataset(catalog, id, at);
        var record = RepositoryFolder.JSON
                .createObjectNode()
                .put("fdl", FDL)
                .put("id", id)
                .put("seq", parent == null ? 1 : parent.seq() + 1);
        var parents = record.putArray("parents");
        if (parent != null) {
            parents.add(parent.id());
        }
        record.put("created_at", at.toString());
        record.putObject("author").put("name", author);
        record.put("message", message);
        describe(
                record.putObject("catalog").put("path", CATALOG).put("storage", WorkingCatalog.storage()), id, CATALOG);
        describe(record.putObject("dataset").put("path", DATASET), id, DATASET);
        var last = catalog.newestSnapshot();
        record.putObject("ducklake")
                .put("format", WorkingCatalog.FORMAT)
                .put("snapshot_id", last)
                .putArray("snapshots")
                .add(parent == null ? 0 : parent.snapshot() + 1)
                .add(last);
        folder.put(key(id, "version.json"), record, at.plusSeconds(4));
        complete++;
        return new Version(id, parent == null ? 1 : parent.seq() + 1, last);
    }

    /** Leaves a folder as a writer does that is killed before its record. */
    void leaveUnfinished(WorkingCatalog catalog, Reached reached, Instant at) throws SQLException, IOException {
        var id = ids.at(at).toString();
        freeze(catalog, id, at);
        if (reached == Reached.DATASET) {
            dataset(catalog, id, at);
        }
        unfinished++;
    }

    private void freeze(WorkingCatalog catalog, String id, Instant at) throws SQLException, IOException {
        var key = key(id, CATALOG);
        Files.createDirectories(folder.path(key).getParent());
        catalog.freeze(folder.path(key));
        folder.age(key, at.plusSeconds(2));
    }

    private void dataset(WorkingCatalog catalog, String id, Instant at) throws SQLException, IOException {
        var dataset = RepositoryFolder.JSON
                .createObjectNode()
                .put("title", "Towns of nowhere")
                .put("license", "CC0-1.0");
        var tables = dataset.putArray("tables");
        for (var table : catalog.tables()) {
            var columns = tables.addObject()
                    .put("schema", WorkingCatalog.SCHEMA)
                    .put("name", table.name())
                    .put("rows", catalog.rowsOf(table))
                    .putArray("columns");
            table.columns()
                    .forEach(column -> columns.addObject()
                            .put("name", column.name())
                            .put("type", column.type().sqlName()));
        }
        folder.put(key(id, DATASET), dataset, at.plusSeconds(3));
    }

    private void describe(ObjectNode part, String id, String name) throws IOException {
        var content = Files.readAllBytes(folder.path(key(id, name)));
        part.put("bytes", content.length).put("sha256", sha256(content));
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String key(String id, String name) {
        return "versions/" + id + "/" + name;
    }
}
