package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetEngine;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetFile;
import io.fdlkeeper.catalog.duckdb.parquet.StoredBytes;
import io.fdlkeeper.catalog.duckdb.parquet.UnreadableParquetException;
import io.fdlkeeper.withdrawal.find.LeakSearch.FileSearched;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Searches data files, each for all selectors at once. Safe for several threads.
 *
 * <p>Rows that delete files hide are still in a file, so they count. Of a file that no catalog names nobody knows whose it is, so every
 * predicate is put to it by the names of columns.
 */
final class FileSearch implements AutoCloseable {

    /** Files of positions are small; a larger one is something else. */
    private static final int LARGEST_PUFFIN = 16 << 20;

    /** A damaged file can bring the engine down while others are read. */
    private static final int ATTEMPTS = 3;

    private final ParquetEngine engine;
    private final List<Predicate> predicates;
    private final List<String> texts;
    private final Collection<TableShape> tables;
    private final java.util.function.Predicate<String> shows;
    private final Pruning pruning;

    /**
     * @param texts  what is looked for in every column of every file
     * @param tables every table of the catalogs that were read
     * @param shows  tells whether a text shows the value by itself
     */
    FileSearch(
            ParquetEngine engine,
            List<Predicate> predicates,
            List<String> texts,
            Collection<TableShape> tables,
            java.util.function.Predicate<String> shows) {
        this.engine = engine;
        this.predicates = List.copyOf(predicates);
        this.texts = List.copyOf(texts);
        this.tables = List.copyOf(tables);
        this.shows = shows;
        this.pruning = new Pruning(engine);
    }

    /**
     * Searches one content.
     *
     * @param key  under which it is listed
     * @param uses what catalogs say of it; none for a file that no catalog names
     * @throws io.fdlkeeper.store.StoreException when the store does not answer, or there is no room for a temporary copy
     */
    FileSearched search(StoredBytes bytes, String key, Collection<FileUse> uses) {
        if (predicates.isEmpty() && texts.isEmpty() || texts.isEmpty() && isRuledOut(uses)) {
            return new FileSearched.RuledOut();
        }
        if (uses.stream().anyMatch(FileUse::encrypted)) {
            return new FileSearched.MayHold("it is encrypted, so that its rows cannot be looked at");
        }
        if (bytes.size() == 0 && uses.isEmpty()) {
            return new FileSearched.Rows(0, 0);
        }
        for (int attempt = 1; ; attempt++) {
            try (ParquetFile file = ParquetFile.open(engine, bytes)) {
                Optional<FileSearched> searched = searched(file, key, uses);
                if (searched.isPresent()) {
                    return searched.get();
                }
            } catch (UnreadableParquetException e) {
                return e.isNoParquet() && (isPositions(uses) || key.endsWith(".puffin"))
                        ? positions(bytes)
                        : new FileSearched.MayHold(e.sentence());
            } catch (SQLException e) {
                if (attempt == ATTEMPTS || engine.isSound()) {
                    return new FileSearched.MayHold("its footer cannot be read as one of a Parquet file: " + kind(e));
                }
            }
            if (attempt == ATTEMPTS) {
                return new FileSearched.MayHold("reading it brings the engine down");
            }
        }
    }

    /** Tells whether catalogs prove that no row matches: the file is of other tables, or outside of what their statistics allow. */
    private boolean isRuledOut(Collection<FileUse> uses) {
        if (uses.isEmpty() || uses.stream().anyMatch(use -> use.table().isEmpty())) {
            return false;
        }
        for (Predicate predicate : predicates) {
            Set<TableShape> meant = new HashSet<>();
            uses.forEach(use ->
                    use.table().filter(table -> table.isMeantBy(predicate)).ifPresent(meant::add));
            for (TableShape table : meant) {
                List<FileUse> ofTable = uses.stream()
                        .filter(use -> use.table().filter(table::equals).isPresent())
                        .toList();
                if (isPositions(ofTable) || !pruning.excludes(predicate, table, ofTable)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isPositions(Collection<FileUse> uses) {
        return uses.stream().anyMatch(FileUse::deletes);
    }

    /** Positions of deleted rows in a format of their own; what stands beside them is text. */
    private FileSearched positions(StoredBytes bytes) {
        if (bytes.size() > LARGEST_PUFFIN) {
            return new FileSearched.MayHold("it is no Parquet file, and too large for one of deleted positions");
        }
        Optional<byte[]> content =
                bytes.size() == 0 ? Optional.of(new byte[0]) : bytes.read(0, Math.toIntExact(bytes.size()));
        return content.<FileSearched>map(read -> new FileSearched.Rows(
                        shows.test(new String(read, StandardCharsets.UTF_8)) ? 1 : 0, read.length))
                .orElseGet(() -> new FileSearched.MayHold("it changed or went away while it was read"));
    }

    /** Empty when somebody else's file brought the engine down. */
    private Optional<FileSearched> searched(ParquetFile file, String key, Collection<FileUse> uses)
            throws UnreadableParquetException, SQLException {
        Readings readings = new Readings(key, file.columns());
        DeletedPositions positions = new DeletedPositions(file, shows);
        boolean deletes = isPositions(uses) || uses.isEmpty() && positions.looksLikeIt();
        if (deletes && !positions.looksLikeIt()) {
            return Optional.of(new FileSearched.MayHold("it holds more than positions of deleted rows"));
        }
        if (!deletes) {
            ask(readings, uses);
        }
        Set<ParquetColumn> columns = new HashSet<>();
        readings.all().forEach(reading -> columns.addAll(reading.columns()));
        file.fetch(deletes ? file.columns() : columns);
        Answers answers = new Answers(file, readings.all());
        long rows = deletes ? positions.matching() : answers.rows();
        if (answers.hasFailed() && !file.isEngineSound()) {
            return Optional.empty();
        }
        if (rows == 0 && file.metadata().stream().anyMatch(shows)) {
            // Not a row, but the file holds it.
            rows = 1;
        }
        if (rows > 0) {
            return Optional.of(new FileSearched.Rows(rows, file.bytesRead()));
        }
        List<String> unanswered = new ArrayList<>(readings.unbound());
        unanswered.addAll(answers.unanswered());
        return Optional.of(
                unanswered.isEmpty()
                        ? new FileSearched.Rows(0, file.bytesRead())
                        : new FileSearched.MayHold(String.join("; ", unanswered)));
    }

    private void ask(Readings readings, Collection<FileUse> uses) {
        for (Predicate predicate : predicates) {
            if (uses.isEmpty() || uses.stream().anyMatch(use -> use.table().isEmpty())) {
                readings.askByName(
                        predicate,
                        tables.stream()
                                .filter(table -> table.isMeantBy(predicate))
                                .toList());
            }
            uses.stream()
                    .filter(use -> use.table()
                            .filter(table -> table.isMeantBy(predicate))
                            .isPresent())
                    .filter(distinct(use -> List.of(use.table(), use.mapping())))
                    .forEach(use -> readings.ask(predicate, use.table().get(), use.mapping()));
        }
        texts.forEach(readings::askForText);
    }

    private static <T> java.util.function.Predicate<T> distinct(Function<T, Object> by) {
        Set<Object> seen = new HashSet<>();
        return value -> seen.add(by.apply(value));
    }

    /** Returns the engine's name for what went wrong; its words may show a value. */
    static String kind(SQLException e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf(':');
        return end > 0 && end < 40 && message.substring(0, end).matches("[A-Za-z ]+")
                ? message.substring(0, end)
                : "Error";
    }

    @Override
    public void close() {
        engine.close();
    }
}
