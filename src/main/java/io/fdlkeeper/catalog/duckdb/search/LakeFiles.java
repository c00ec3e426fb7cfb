package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.catalog.duckdb.LakeFileRows;
import io.fdlkeeper.catalog.duckdb.LakeLayout;
import io.fdlkeeper.catalog.duckdb.UnusableLakeException;
import io.fdlkeeper.catalog.duckdb.search.FileUse.MappedColumn;
import io.fdlkeeper.withdrawal.find.LeakSearch.NamedFile;
import io.fdlkeeper.withdrawal.find.Place;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The data and delete rows of one lake: what they name, what is said of each file, and what their paths show. */
final class LakeFiles {

    private final Engine engine;
    private final LakeLayout layout;
    private final Map<Long, String> uuids;
    private final TableShapes tables;
    private final SoughtValues sought;
    private final PlacesFound places;
    private final Map<Long, List<BoundFacts>> facts = new HashMap<>();

    /** @param uuids which table each number of the lake is */
    LakeFiles(
            Engine engine,
            LakeLayout layout,
            Map<Long, String> uuids,
            TableShapes tables,
            SoughtValues sought,
            PlacesFound places) {
        this.engine = engine;
        this.layout = layout;
        this.uuids = uuids;
        this.tables = tables;
        this.sought = sought;
        this.places = places;
    }

    /** Reads all rows. */
    List<NamedFile> read(RepositoryAddress address, boolean developmentFormat, FileUses uses)
            throws SQLException, UnusableLakeException {
        LakeFacts said = new LakeFacts(engine, layout);
        boolean ordinals = !layout.has(LakeLayout.TABLE, "path");
        for (Map.Entry<Long, String> table : uuids.entrySet()) {
            List<BoundFacts> bound = new ArrayList<>();
            tables.of(table.getValue())
                    .ifPresent(shape -> sought.conditions().stream()
                            .filter(condition -> shape.isMeantBy(condition.predicate()))
                            .forEach(condition -> bound.add(new BoundFacts(condition, Meaning.of(condition, shape)))));
            if (!bound.isEmpty()) {
                facts.put(table.getKey(), bound);
                said.read(table.getKey(), bound, ordinals);
            }
        }
        List<BoundFacts> lost =
                sought.conditions().stream().map(BoundFacts::ofLost).toList();
        said.readLost(uuids.keySet(), lost);
        lost.forEach(one -> one.judge(places));
        Set<Long> encrypted = encrypted();
        Map<Long, List<MappedColumn>> mappings = mappings();
        List<NamedFile> names = new ArrayList<>();
        LakeFileRows.each(engine, layout, address, developmentFormat, row -> {
            take(row);
            names.add(new NamedFile(row.spellings(), row.external(), row.deletes()));
            boolean data = !row.deletes();
            uses.add(
                    row.spellings(),
                    new FileUses.Saying(
                            row.tableId().isPresent()
                                    ? Optional.ofNullable(
                                            uuids.get(row.tableId().getAsLong()))
                                    : Optional.empty(),
                            row.deletes(),
                            encrypted.contains(row.fileId()),
                            Optional.ofNullable(data ? mappings.get(row.fileId()) : null),
                            data ? said.statistics(row.fileId()) : List.of(),
                            data ? said.partitions(row.fileId()) : List.of()));
        });
        facts.values().forEach(bound -> bound.forEach(one -> one.judge(places)));
        return names;
    }

    private void take(LakeFileRows.Row row) {
        places.inTexts(Place.KEY_NAME, sought.inTexts(), List.of(row.path()));
        if (row.tableId().isPresent()) {
            long table = row.tableId().getAsLong();
            String subject = LakeFacts.file(row.fileId());
            facts.getOrDefault(table, List.of())
                    .forEach(bound -> tables.of(uuids.getOrDefault(table, ""))
                            .ifPresent(shape -> bound.takePath(subject, row.path(), shape)));
        }
    }

    private Set<Long> encrypted() throws SQLException {
        Set<Long> encrypted = new HashSet<>();
        for (String table : List.of(LakeLayout.DATA_FILE, LakeLayout.DELETE_FILE)) {
            String id = table.equals(LakeLayout.DATA_FILE) ? "data_file_id" : "delete_file_id";
            if (layout.has(table, "encryption_key") && layout.has(table, id)) {
                engine.each(
                        "SELECT " + id + "::BIGINT FROM " + layout.table(table)
                                + " WHERE encryption_key IS NOT NULL AND encryption_key::VARCHAR <> ''",
                        row -> encrypted.add(row.getLong(1)));
            }
        }
        return encrypted;
    }

    private Map<Long, List<MappedColumn>> mappings() throws SQLException {
        Map<Long, List<MappedColumn>> mappings = new HashMap<>();
        if (layout.has(LakeLayout.DATA_FILE, "mapping_id")) {
            NameMappings known = new NameMappings(engine, layout);
            Map<Long, List<MappedColumn>> byId = new HashMap<>();
            engine.each(
                    "SELECT data_file_id::BIGINT, mapping_id::BIGINT FROM " + layout.table(LakeLayout.DATA_FILE)
                            + " WHERE mapping_id IS NOT NULL",
                    row -> mappings.put(row.getLong(1), byId.computeIfAbsent(row.getLong(2), known::of)));
        }
        return mappings;
    }
}
