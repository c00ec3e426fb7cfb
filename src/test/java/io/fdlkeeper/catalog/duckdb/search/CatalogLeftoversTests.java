package io.fdlkeeper.catalog.duckdb.search;

import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.INLINED;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.LEAK;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.inlined;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.statistics;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.value;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.where;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.find.Selector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What DuckLake or DuckDB leaves behind in a catalog, and words of its own that are left behind by nobody. */
class CatalogLeftoversTests {

    private static final Selector MAIL = where("mail = '" + LEAK + "'");
    private static final Selector MAIL_OF_TENANT = where("tenant = 7 AND mail = '" + LEAK + "'");
    private static final String PARTITION =
            "INSERT INTO ducklake_file_partition_value VALUES (9, 1, 0, '" + LEAK + "')";

    private final LeakyLake lake;

    CatalogLeftoversTests(@TempDir Path folder) {
        lake = new LeakyLake(folder);
    }

    private Set<Place> places(Selector selector, String... planted) {
        return lake.places(lake.catalog(planted), selector);
    }

    private static String ofLostTable(int column, String min, String max) {
        return statistics(9, column, min, max).replace("VALUES (9, 1,", "VALUES (9, 77,");
    }

    @Test
    void partitionValuesOfFilesThatAreGoneAreFound() {
        var mail = "INSERT INTO ducklake_partition_column VALUES (5, 1, 0, 2, 'identity')";
        var home = "INSERT INTO ducklake_partition_column VALUES (5, 1, 0, 6, 'identity')";
        assertThat(places(MAIL, PARTITION, mail)).containsExactly(Place.PARTITION);
        assertThat(places(MAIL, PARTITION, home)).isEmpty();
        assertThat(places(MAIL, PARTITION)).containsExactly(Place.PARTITION);
        assertThat(places(MAIL_OF_TENANT, PARTITION)).isEmpty();
    }

    @Test
    void statisticsAndPartitionValuesOfTablesThatAreGoneAreFound() {
        assertThat(places(MAIL, ofLostTable(2, "a", LEAK))).containsExactly(Place.STATISTICS);
        assertThat(places(MAIL_OF_TENANT, ofLostTable(2, "a", LEAK))).isEmpty();
        assertThat(places(MAIL_OF_TENANT, ofLostTable(2, "a", LEAK), ofLostTable(3, "7", "9")))
                .containsExactly(Place.STATISTICS);
        assertThat(places(MAIL, PARTITION.replace("(9, 1,", "(9, 77,"))).containsExactly(Place.PARTITION);
        // A small number that may be of any column says nothing.
        assertThat(places(where("tenant = 7"), ofLostTable(3, "7", "9"))).isEmpty();
    }

    @Test
    void longTextsAreFoundByWhatStatisticsKeepOfThem() {
        var text = "leak ".repeat(80);
        var kept = statistics(1, 2, text.substring(0, 256), text.substring(0, 255) + "l");
        assertThat(places(value(text), kept)).containsExactly(Place.STATISTICS);
        assertThat(places(value("leap ".repeat(80)), kept)).isEmpty();
    }

    @Test
    void deletedRowStaysInTheBlocksOfItsTable() {
        var source = lake.bytes(
                INLINED,
                "INSERT INTO ducklake_inlined_data_1_1 SELECT 1, 1, 2, i, 'm' || hash(i) || '@example.org', 7, NULL, NULL"
                        + " FROM range(5000) r(i)",
                inlined(LEAK, 7, "a", "b"),
                "CHECKPOINT",
                "DELETE FROM ducklake_inlined_data_1_1 WHERE mail = '" + LEAK + "'",
                "CHECKPOINT");
        assertThat(new String(source, StandardCharsets.ISO_8859_1)).contains(LEAK);
        for (var selector : new Selector[] {MAIL, MAIL_OF_TENANT, value(LEAK)}) {
            assertThat(lake.places(lake.put(source), selector)).containsExactly(Place.FREED_BLOCKS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"snapshot", "version", "path_is_relative", "ducklake_table", "VARCHAR", "data_path"})
    void wordsOfTheCatalogItselfAreNobodysValue(String word) {
        assertThat(places(where("mail = '" + word + "'"))).isEmpty();
        assertThat(places(where("mail = '" + word + "'"), statistics(1, 2, word, "z")))
                .containsExactly(Place.STATISTICS);
    }
}
