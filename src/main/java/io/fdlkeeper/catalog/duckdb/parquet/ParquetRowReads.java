package io.fdlkeeper.catalog.duckdb.parquet;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.withdrawal.removal.RowReads;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Reads the first column of every row of Parquet files. */
public final class ParquetRowReads implements RowReads {

    private static final int BEGINNING = 16;

    private final Path tempFolder;
    private final String memoryLimit;
    private final int threads;

    /** Takes the settings of {@link ParquetEngine#open}. */
    public ParquetRowReads(Path tempFolder, String memoryLimit, int threads) {
        this.tempFolder = tempFolder;
        this.memoryLimit = memoryLimit;
        this.threads = threads;
    }

    @Override
    public Reading open(ObjectStore store) {
        ParquetEngine engine = ParquetEngine.open(tempFolder, memoryLimit, threads);
        return new Reading() {
            @Override
            public Optional<String> fault(ListedObject file) {
                return read(
                        engine, StoredBytes.of(store.reader(), file), file.key().text());
            }

            @Override
            public void close() {
                engine.close();
            }
        };
    }

    private static Optional<String> read(ParquetEngine engine, StoredBytes bytes, String key) {
        try (ParquetFile file = ParquetFile.open(engine, bytes)) {
            ParquetColumn first = file.columns().get(0);
            file.fetch(List.of(first));
            long rows = file.number("SELECT count(*) FROM " + file.table());
            // What is hashed has to be read; the sum is for nobody.
            long read = file.number("SELECT count(*) FROM (SELECT hash(\""
                    + first.name().replace("\"", "\"\"") + "\") AS h FROM " + file.table() + ") WHERE h IS NOT NULL");
            return read == rows ? Optional.empty() : Optional.of("only " + read + " of " + rows + " rows can be read");
        } catch (UnreadableParquetException e) {
            return e.isNoParquet() && !key.endsWith(".parquet") && isThere(bytes)
                    ? Optional.empty()
                    : Optional.of(e.sentence());
        } catch (SQLException e) {
            return Optional.of("its rows cannot be read");
        }
    }

    /** Positions of deleted rows may stand in a file of another kind. */
    private static boolean isThere(StoredBytes bytes) {
        return bytes.size() > 0
                && bytes.read(0, (int) Math.min(BEGINNING, bytes.size())).isPresent();
    }
}
