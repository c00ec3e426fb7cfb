package io.fdlkeeper.catalog.duckdb.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.fake.FakeStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is whole only when its rows were read. */
class ParquetRowReadsTests {

    private static final String ROWS = "SELECT nullif(i % 3, 0) AS id, md5(i::VARCHAR) AS text FROM range(50000) t(i)";

    @TempDir
    Path temporary;

    private final FakeStore store = new FakeStore(Instant.EPOCH);

    private Optional<String> fault(byte[] content) {
        return fault(store.put(new ObjectKey("data/a.parquet"), content));
    }

    private Optional<String> fault(ListedObject object) {
        try (var reading = new ParquetRowReads(temporary, "128MB", 2).open(store.ports())) {
            return reading.fault(object);
        }
    }

    @Test
    void rowsOfAWholeFileAreReadEvenWhereTheyAreNull() throws Exception {
        assertThat(fault(MadeParquet.of(ROWS, ""))).isEmpty();
    }

    @Test
    void fileWhoseRowsAreDamagedIsAFaultThoughItsFooterCountsThem() throws Exception {
        byte[] content = MadeParquet.of(ROWS, "");
        Arrays.fill(content, 4, 2000, (byte) 0x55);
        assertThat(fault(content)).isPresent();
    }

    @Test
    void fileThatIsCutOrAnotherByNowIsAFault() throws Exception {
        byte[] content = MadeParquet.of(ROWS, "");
        assertThat(fault(Arrays.copyOf(content, content.length - 20))).isPresent();
        ListedObject seen = store.put(new ObjectKey("data/a.parquet"), content);
        store.remove("data/a.parquet");
        assertThat(fault(seen)).isPresent();
    }

    @Test
    void fileOfPositionsIsReadAsBytes() {
        byte[] positions = "PFA1 and some positions of rows, PFA1".getBytes(StandardCharsets.UTF_8);
        assertThat(fault(store.put(new ObjectKey("data/a.puffin"), positions))).isEmpty();
    }
}
