package io.fdlkeeper.sample;

import static io.fdlkeeper.sample.LakeType.DATE;
import static io.fdlkeeper.sample.LakeType.FLOAT64;
import static io.fdlkeeper.sample.LakeType.INT32;
import static io.fdlkeeper.sample.LakeType.INT64;
import static io.fdlkeeper.sample.LakeType.VARCHAR;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Rebuilds the table {@code towns} every day, first as a draft, and expires snapshots before it publishes: each of its
 * catalogs names one file of that table. Beside it stands {@code visits}, divided by region, to which it adds each week.
 */
final class TownsWriter implements AutoCloseable {
    static final String REGION_TO_ENCODE = "São Paulo / Centro";
    static final Duration DRAFT_BEFORE = Duration.ofMinutes(25);
    private static final Duration FINAL_BEFORE = Duration.ofMinutes(6);
    private static final Duration VISITS_BEFORE = Duration.ofMinutes(4);
    private static final Duration CORRECTION_BEFORE = Duration.ofMinutes(3);
    private static final Duration EXPIRY_BEFORE = Duration.ofMinutes(1);

    private static final List<String> REGIONS = List.of("north", "south", "west", REGION_TO_ENCODE);
    private static final int TOWNS = 2000;
    private static final int VISITS_PER_REGION = 400;

    private final WorkingCatalog catalog;
    private final ParquetFiles files;
    private final long seed;
    private final LakeTable towns;
    private final LakeTable visits;

    TownsWriter(Path dataFolder, SeededIds ids, long seed, Instant at) throws SQLException, IOException {
        this.catalog = WorkingCatalog.create(dataFolder + "/", ids, at);
        this.files = new ParquetFiles(catalog.sql(), dataFolder, ids);
        this.seed = seed;
        this.towns = catalog.createTable(
                "towns",
                List.of(
                        new LakeTable.Column(1, "id", INT32),
                        new LakeTable.Column(2, "name", VARCHAR),
                        new LakeTable.Column(3, "county", VARCHAR),
                        new LakeTable.Column(4, "people", INT64),
                        new LakeTable.Column(5, "latitude", FLOAT64)),
                at);
        var region = new LakeTable.Column(2, "region", VARCHAR);
        var undivided = catalog.createTable(
                "visits",
                List.of(
                        new LakeTable.Column(1, "id", INT32),
                        region,
                        new LakeTable.Column(3, "visited_on", DATE),
                        new LakeTable.Column(4, "guests", INT32)),
                at);
        this.visits = catalog.partitionBy(undivided, region, at);
    }

    WorkingCatalog catalog() {
        return catalog;
    }

    /** Rebuilds the table for a version to be published at a time; answers the key of the file it will name. */
    String rebuild(int day, Instant publishedAt) throws SQLException, IOException {
        var draftAt = publishedAt.minus(DRAFT_BEFORE);
        catalog.replace(towns, files.rows(towns, null, townsOf(day, TOWNS), draftAt), draftAt);
        var finalAt = publishedAt.minus(FINAL_BEFORE);
        var rebuilt = files.rows(towns, null, townsOf(day, TOWNS + 3 * day), finalAt);
        catalog.replace(towns, rebuilt, finalAt);
        return RepositoryFolder.DATA_DIR + towns.folder() + rebuilt.path();
    }

    /** Adds a week of visits, one file for each region. */
    void addVisits(int day, Instant publishedAt) throws SQLException, IOException {
        var at = publishedAt.minus(VISITS_BEFORE);
        var added = new ArrayList<WrittenFile>();
        for (var region : REGIONS) {
            var query = """
                    SELECT (i + %1$d * 1000)::INTEGER AS id, %2$s AS region, DATE '2026-01-01' + (%1$d - i %% 7)::INTEGER AS visited_on,
                        (hash(i, %1$d, %3$d) %% 200)::INTEGER AS guests
                    FROM range(%4$d) r(i)""".formatted(day, Sql.literal(region), seed, VISITS_PER_REGION);
            added.add(files.rows(visits, region, query, at));
        }
        catalog.append(visits, added, at);
    }

    /** Corrects visits of a region by an update: the old rows are deleted by position, the new ones are a small file. */
    void correctVisits(String region, Instant publishedAt) throws SQLException, IOException {
        var at = publishedAt.minus(CORRECTION_BEFORE);
        var target = catalog.oldestFile(visits, region);
        var wrong = "guests > 190";
        var deletes = files.deletes(visits, target, wrong, at);
        var rewritten = files.rewritten(visits, target, wrong, "190::INTEGER AS guests", at);
        catalog.update(visits, target, deletes, rewritten, at);
    }

    void expireSnapshots(Instant publishedAt) throws SQLException {
        catalog.expireSnapshots(publishedAt.minus(EXPIRY_BEFORE));
    }

    /** Writes a file of the table and then gives up: no catalog will ever name it. Answers its key. */
    String giveUpAfterWriting(int day, Instant at) throws SQLException, IOException {
        var written = files.rows(towns, null, townsOf(day, TOWNS / 2), at);
        return RepositoryFolder.DATA_DIR + towns.folder() + written.path();
    }

    private String townsOf(int day, int count) {
        return """
                SELECT i::INTEGER AS id, 'Town ' || i AS name, ['North', 'East', 'South', 'West'][1 + i %% 4] AS county,
                    (400 + hash(i, %2$d) %% 90000 + i %% 7 * %1$d)::BIGINT AS people,
                    round(46 + (hash(i, %2$d, 1) %% 1000000) / 250000.0, 4)::DOUBLE AS latitude
                FROM range(1, %3$d) r(i)""".formatted(day, seed, count + 1);
    }

    @Override
    public void close() throws SQLException {
        catalog.close();
    }
}
