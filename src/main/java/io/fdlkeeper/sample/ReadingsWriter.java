package io.fdlkeeper.sample;

import static io.fdlkeeper.sample.LakeType.FLOAT64;
import static io.fdlkeeper.sample.LakeType.INT32;
import static io.fdlkeeper.sample.LakeType.TIMESTAMP;
import static io.fdlkeeper.sample.LakeType.VARCHAR;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Rebuilds the table {@code readings} every day just so, but never expires a snapshot: its newest catalog names every
 * file it ever wrote.
 */
final class ReadingsWriter implements AutoCloseable {
    private static final Duration TABLE_BEFORE = Duration.ofMinutes(40);
    private static final Duration DRAFT_BEFORE = Duration.ofMinutes(30);
    private static final Duration FINAL_BEFORE = Duration.ofMinutes(5);
    private static final Duration CORRECTION_BEFORE = Duration.ofMinutes(2);
    private static final int STATIONS = 25;
    private static final int ROWS = STATIONS * 40;

    private final WorkingCatalog catalog;
    private final ParquetFiles files;
    private final long seed;
    private final LakeTable readings;

    /** Begins from a published version of another writer. */
    ReadingsWriter(Path published, WorkingCatalog other, Path dataFolder, SeededIds ids, long seed, Instant publishedAt)
            throws SQLException {
        this.catalog = WorkingCatalog.checkout(published, other, ids);
        this.files = new ParquetFiles(catalog.sql(), dataFolder, ids);
        this.seed = seed;
        this.readings = catalog.createTable(
                "readings",
                List.of(
                        new LakeTable.Column(1, "station", INT32),
                        new LakeTable.Column(2, "taken_at", TIMESTAMP),
                        new LakeTable.Column(3, "celsius", FLOAT64),
                        new LakeTable.Column(4, "receipt", VARCHAR)),
                publishedAt.minus(TABLE_BEFORE));
    }

    WorkingCatalog catalog() {
        return catalog;
    }

    /** Rebuilds the table for a version to be published at a time; answers the key of the draft it replaced. */
    String rebuild(int day, Instant publishedAt) throws SQLException, IOException {
        var draftAt = publishedAt.minus(DRAFT_BEFORE);
        var draft = files.rows(readings, null, readingsOf(day, ROWS * 3 / 5), draftAt);
        catalog.replace(readings, draft, draftAt);
        var finalAt = publishedAt.minus(FINAL_BEFORE);
        catalog.replace(readings, files.rows(readings, null, readingsOf(day, ROWS), finalAt), finalAt);
        return RepositoryFolder.DATA_DIR + readings.folder() + draft.path();
    }

    /** Takes back readings that cannot be, by an update. */
    void correct(Instant publishedAt) throws SQLException, IOException {
        var at = publishedAt.minus(CORRECTION_BEFORE);
        var target = catalog.oldestFile(readings, null);
        var wrong = "celsius > 29";
        var deletes = files.deletes(readings, target, wrong, at);
        var rewritten = files.rewritten(readings, target, wrong, "NULL::DOUBLE AS celsius", at);
        catalog.update(readings, target, deletes, rewritten, at);
    }

    private String readingsOf(int day, int count) {
        return """
                SELECT (i %% %1$d)::INTEGER AS station,
                    TIMESTAMP '2026-01-01' + to_days(%2$d) + to_minutes((i // %1$d * 15)::BIGINT) AS taken_at,
                    ((hash(i, %2$d, %3$d) %% 401)::DOUBLE - 100) / 10 AS celsius,
                    md5(i || '-' || %2$d || '-' || %3$d) AS receipt
                FROM range(%4$d) r(i)""".formatted(STATIONS, day, seed, count);
    }

    @Override
    public void close() throws SQLException {
        catalog.close();
    }
}
