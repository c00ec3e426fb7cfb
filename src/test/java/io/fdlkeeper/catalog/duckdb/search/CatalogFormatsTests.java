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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Catalogs of every format, each made from the one after it by taking away what came with that. */
class CatalogFormatsTests {

    private static final Selector MAIL = where("mail = '" + LEAK + "'");
    private static final Selector MAIL_OF_TENANT = where("tenant = 7 AND mail = '" + LEAK + "'");

    /** What each format lacks that the one after it has. */
    private static final List<List<String>> LACKING = List.of(
            List.of("0.4"),
            List.of(
                    "0.3",
                    "DROP TABLE ducklake_macro",
                    "DROP TABLE ducklake_macro_impl",
                    "DROP TABLE ducklake_macro_parameters",
                    "DROP TABLE ducklake_sort_info",
                    "DROP TABLE ducklake_sort_expression",
                    "DROP TABLE ducklake_file_variant_stats",
                    "ALTER TABLE ducklake_column DROP default_value_type",
                    "ALTER TABLE ducklake_column DROP default_value_dialect",
                    "ALTER TABLE ducklake_data_file DROP partial_max",
                    "ALTER TABLE ducklake_delete_file DROP partial_max",
                    "ALTER TABLE ducklake_data_file ADD partial_file_info VARCHAR",
                    "ALTER TABLE ducklake_schema_versions DROP table_id"),
            List.of(
                    "0.2",
                    "DROP TABLE ducklake_schema_versions",
                    "ALTER TABLE ducklake_snapshot_changes DROP author",
                    "ALTER TABLE ducklake_snapshot_changes DROP commit_message",
                    "ALTER TABLE ducklake_snapshot_changes DROP commit_extra_info",
                    "ALTER TABLE ducklake_file_column_stats DROP extra_stats",
                    "ALTER TABLE ducklake_file_column_stats RENAME TO ducklake_file_column_statistics",
                    "ALTER TABLE ducklake_table_column_stats DROP extra_stats",
                    "ALTER TABLE ducklake_name_mapping DROP is_partition"),
            List.of(
                    "0.1",
                    "DROP TABLE ducklake_column_mapping",
                    "DROP TABLE ducklake_name_mapping",
                    "ALTER TABLE ducklake_data_file DROP mapping_id",
                    "ALTER TABLE ducklake_schema DROP path",
                    "ALTER TABLE ducklake_schema DROP path_is_relative",
                    "ALTER TABLE ducklake_table DROP path",
                    "ALTER TABLE ducklake_table DROP path_is_relative",
                    "ALTER TABLE ducklake_metadata DROP scope",
                    "ALTER TABLE ducklake_metadata DROP scope_id"));

    private final LeakyLake lake;

    CatalogFormatsTests(@TempDir Path folder) {
        lake = new LeakyLake(folder);
    }

    private Set<Place> places(String format, Selector selector, String... planted) {
        List<String> statements = new ArrayList<>(List.of(planted));
        for (List<String> lacking : LACKING) {
            if (format.compareTo(lacking.get(0)) <= 0) {
                statements.addAll(lacking.subList(1, lacking.size()));
            }
        }
        statements.add("UPDATE ducklake_metadata SET value = '" + format + "' WHERE key = 'version'");
        return lake.places(lake.catalog(statements.toArray(String[]::new)), selector);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1", "0.2", "0.3", "0.4", "1.0"})
    void rowsStatisticsTextsAndPathsAreSearched(String format) {
        assertThat(places(format, MAIL)).isEmpty();
        assertThat(places(format, MAIL, INLINED, inlined(LEAK, 7, "a", "b"))).containsExactly(Place.INLINED);
        assertThat(places(format, MAIL, statistics(1, 2, "a", LEAK))).containsExactly(Place.STATISTICS);
        assertThat(places(format, value(LEAK), statistics(1, 2, "a", LEAK))).containsExactly(Place.STATISTICS);
        assertThat(places(format, MAIL, "UPDATE ducklake_data_file SET path = 'mail=x%40example.org/a.parquet'"))
                .containsExactly(Place.KEY_NAME);
        assertThat(places(format, MAIL, "INSERT INTO ducklake_tag VALUES (1, 1, NULL, 'comment', 'of " + LEAK + "')"))
                .containsExactly(Place.VIEW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1", "0.2", "0.3", "0.4", "1.0"})
    void partitionsAreOfTheColumnTheyNameOrCount(String format) {
        // The first format counts a table's columns from 0: mail is the second, and a list's element none.
        boolean counted = format.equals("0.1");
        String[] planted = {
            "INSERT INTO ducklake_partition_column VALUES (5, 1, 0, " + (counted ? 1 : 2) + ", 'identity')",
            "UPDATE ducklake_data_file SET partition_id = 5",
            "INSERT INTO ducklake_file_partition_value VALUES (1, 1, 0, '" + LEAK + "')",
            statistics(1, 3, "7", "9")
        };
        assertThat(places(format, MAIL, planted)).containsExactly(Place.PARTITION);
        assertThat(places(format, value(LEAK), planted)).containsExactly(Place.PARTITION);
        assertThat(places(format, MAIL_OF_TENANT, planted))
                .containsExactlyInAnyOrder(Place.PARTITION, Place.STATISTICS);
        assertThat(places(format, where("home.city = '" + LEAK + "'"), planted)).isEmpty();
    }
}
