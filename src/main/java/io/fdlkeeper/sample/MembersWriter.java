package io.fdlkeeper.sample;

import static io.fdlkeeper.sample.LakeType.DATE;
import static io.fdlkeeper.sample.LakeType.INT32;
import static io.fdlkeeper.sample.LakeType.VARCHAR;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Keeps the table {@code members}, in which an address is published that should not have been. */
final class MembersWriter implements AutoCloseable {
    static final String TABLE = "members";
    static final String COLUMN = "email";

    /** Between the others in order, so that the statistics of the whole table, which only grow, do not keep it. */
    static final String ADDRESS = "not-for-publication@example.org";

    private static final Duration WRITTEN_BEFORE = Duration.ofMinutes(6);
    private static final int PER_FILE = 260;
    private static final String LEAKED = COLUMN + " = " + Sql.literal(ADDRESS);

    private final WorkingCatalog catalog;
    private final ParquetFiles files;
    private final LakeTable members;
    private int added;

    MembersWriter(Path dataFolder, SeededIds ids, Instant at) throws SQLException, IOException {
        this.catalog = WorkingCatalog.create(dataFolder + "/", ids, at);
        this.files = new ParquetFiles(catalog.sql(), dataFolder, ids);
        this.members = catalog.createTable(
                TABLE,
                List.of(
                        new LakeTable.Column(1, "id", INT32),
                        new LakeTable.Column(2, COLUMN, VARCHAR),
                        new LakeTable.Column(3, "joined", DATE)),
                at);
    }

    WorkingCatalog catalog() {
        return catalog;
    }

    void add(Instant publishedAt) throws SQLException, IOException {
        append(clean(), publishedAt);
    }

    /** Adds members, one of whom never agreed. */
    void addWithTheAddress(Instant publishedAt) throws SQLException, IOException {
        append(
                clean() + " UNION ALL SELECT 9001, " + Sql.literal(ADDRESS) + ", DATE '2026-02-01' ORDER BY id",
                publishedAt);
    }

    /** Corrects the row of that member by an update, which copies the address into a second file. */
    void correctTheRow(Instant publishedAt) throws SQLException, IOException {
        var at = publishedAt.minus(WRITTEN_BEFORE);
        var target = catalog.newestFile(members);
        var deletes = files.deletes(members, target, LEAKED, at);
        var rewritten = files.rewritten(members, target, LEAKED, "DATE '2026-02-02' AS joined", at);
        catalog.update(members, target, deletes, rewritten, at);
    }

    /** Deletes the row: no query shows it any more, and every file that holds it is still named. */
    void deleteTheRow(Instant publishedAt) throws SQLException {
        catalog.drop(members, catalog.newestFile(members), publishedAt.minus(WRITTEN_BEFORE));
    }

    /** Writes the file without the row, and forgets the snapshots that saw the old one. */
    void clean(Instant publishedAt) throws SQLException, IOException {
        var at = publishedAt.minus(WRITTEN_BEFORE);
        var target = catalog.newestFile(members);
        var without = files.rewritten(members, target, "NOT (" + LEAKED + ")", COLUMN + " AS " + COLUMN, at);
        catalog.rewrite(members, target, without, at);
        catalog.expireSnapshots(at);
    }

    private void append(String query, Instant publishedAt) throws SQLException, IOException {
        var at = publishedAt.minus(WRITTEN_BEFORE);
        catalog.append(members, List.of(files.rows(members, null, query, at)), at);
        added += PER_FILE;
    }

    private String clean() {
        return """
                SELECT (i + %1$d)::INTEGER AS id, chr((97 + i %% 26)::INTEGER) || '-' || (i + %1$d) || '@example.org' AS email,
                    DATE '2026-01-01' + (i %% 28)::INTEGER AS joined
                FROM range(%2$d) r(i)""".formatted(added, PER_FILE);
    }

    @Override
    public void close() throws SQLException {
        catalog.close();
    }
}
