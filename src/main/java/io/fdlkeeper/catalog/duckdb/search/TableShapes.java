package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.catalog.duckdb.LakeLayout;
import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers what catalogs say of tables and their columns, over all snapshots of all catalogs. */
final class TableShapes {

    private static final String SCHEMA_OF_LOST = "main";

    /** The parent of a column that is inside of no other. */
    private static final long NOWHERE = -1;

    private static final int DEEPEST = 64;

    private final Map<String, Draft> drafts = new LinkedHashMap<>();
    private final Map<String, TableShape> built = new HashMap<>();

    private static final class Draft {
        private final Set<TableShape.Name> names = new LinkedHashSet<>();
        private final Map<Long, ColumnDraft> columns = new LinkedHashMap<>();
    }

    private static final class ColumnDraft {
        private final Set<String> names = new LinkedHashSet<>();
        private final Set<String> types = new LinkedHashSet<>();
        private @Nullable String initialDefault;
        private long parent = NOWHERE;
        private long order;
    }

    /** Takes all tables of a lake, and returns which one each of its numbers is. */
    Map<Long, String> read(Engine engine, LakeLayout layout) throws SQLException {
        Map<Long, String> schemas = new HashMap<>();
        String name = layout.has(LakeLayout.SCHEMA, "schema_name") ? "schema_name" : "NULL::VARCHAR";
        engine.each(
                "SELECT schema_id::BIGINT, " + name + " FROM " + layout.table(LakeLayout.SCHEMA),
                row -> schemas.put(
                        row.getLong(1), Optional.ofNullable(row.getString(2)).orElse(SCHEMA_OF_LOST)));
        Map<Long, String> uuids = new HashMap<>();
        engine.each(
                "SELECT table_id::BIGINT, " + column(layout, LakeLayout.TABLE, "table_uuid") + ", schema_id::BIGINT, "
                        + column(layout, LakeLayout.TABLE, "table_name") + " FROM " + layout.table(LakeLayout.TABLE),
                row -> {
                    long id = row.getLong(1);
                    String table = Optional.ofNullable(row.getString(4)).orElse("");
                    String uuid = Optional.ofNullable(row.getString(2)).orElse("table " + id + " " + table);
                    drafts.computeIfAbsent(uuids.computeIfAbsent(id, absent -> uuid), absent -> new Draft())
                            .names
                            .add(new TableShape.Name(schemas.getOrDefault(row.getLong(3), SCHEMA_OF_LOST), table));
                });
        readColumns(engine, layout, uuids);
        built.clear();
        return uuids;
    }

    private void readColumns(Engine engine, LakeLayout layout, Map<Long, String> uuids) throws SQLException {
        if (!layout.has(LakeLayout.COLUMN, "column_id")) {
            return;
        }
        engine.each(
                "SELECT table_id::BIGINT, column_id::BIGINT, column_name, column_type, "
                        + column(layout, LakeLayout.COLUMN, "initial_default") + ", "
                        + column(layout, LakeLayout.COLUMN, "parent_column") + "::BIGINT, "
                        + column(layout, LakeLayout.COLUMN, "column_order") + "::BIGINT FROM "
                        + layout.table(LakeLayout.COLUMN),
                row -> {
                    Draft draft = drafts.get(uuids.getOrDefault(row.getLong(1), ""));
                    if (draft != null) {
                        take(draft.columns.computeIfAbsent(row.getLong(2), absent -> new ColumnDraft()), row);
                    }
                });
    }

    private static void take(ColumnDraft column, ResultSet row) throws SQLException {
        Optional.ofNullable(row.getString(3)).ifPresent(column.names::add);
        Optional.ofNullable(row.getString(4)).ifPresent(column.types::add);
        String initial = row.getString(5);
        if (initial != null) {
            column.initialDefault = initial;
        }
        long parent = row.getLong(6);
        if (!row.wasNull()) {
            column.parent = parent;
        }
        column.order = row.getLong(7);
    }

    private static String column(LakeLayout layout, String table, String column) {
        return layout.has(table, column) ? "CAST(" + Quoted.name(column) + " AS VARCHAR)" : "NULL::VARCHAR";
    }

    /** Returns a table as all catalogs know it that were read so far. */
    Optional<TableShape> of(String uuid) {
        Draft draft = drafts.get(uuid);
        return draft == null
                ? Optional.empty()
                : Optional.of(built.computeIfAbsent(uuid, absent -> shape(uuid, draft)));
    }

    private static TableShape shape(String uuid, Draft draft) {
        Map<Long, List<Long>> inside = new HashMap<>();
        draft.columns.forEach((id, column) -> inside.computeIfAbsent(column.parent, absent -> new ArrayList<>())
                .add(id));
        return new TableShape(uuid, draft.names, parts(draft, inside, NOWHERE, 0));
    }

    /** A catalog may say that a column is inside of itself. */
    private static List<Column> parts(Draft draft, Map<Long, List<Long>> inside, long parent, int depth) {
        List<Column> columns = new ArrayList<>();
        if (depth > DEEPEST) {
            return columns;
        }
        for (long id : inside.getOrDefault(parent, List.of())) {
            ColumnDraft said = draft.columns.getOrDefault(id, new ColumnDraft());
            columns.add(new Column(
                    id,
                    said.names,
                    said.types,
                    Optional.ofNullable(said.initialDefault),
                    parts(draft, inside, id, depth + 1)));
        }
        columns.sort(
                Comparator.comparingLong(column -> draft.columns.getOrDefault(column.id(), new ColumnDraft()).order));
        return columns;
    }

    Collection<TableShape> all() {
        return drafts.keySet().stream().flatMap(uuid -> of(uuid).stream()).toList();
    }

    List<TableShape> meantBy(Predicate predicate) {
        return all().stream().filter(table -> table.isMeantBy(predicate)).toList();
    }
}
