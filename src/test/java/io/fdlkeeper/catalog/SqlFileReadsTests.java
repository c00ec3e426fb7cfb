package io.fdlkeeper.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlFileReadsTests {

    private static final SqlFileReads READS =
            new SqlFileReads(beginning -> !beginning.contains("://") || beginning.startsWith("s3://ours/"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM read_parquet('data/main/*.parquet')",
                "SELECT * FROM 's3://ours/data/**'",
                "FROM \"data/part-?.parquet\"",
                "SELECT * FROM a, 'x[0-9].csv' WHERE true",
                "SELECT * FROM t JOIN 'y*.csv' USING (id)",
                "SELECT * FROM main.\"read_csv\"(['a.csv', 'b*.csv'])",
                "SELECT * FROM READ_PARQUET(prefix || '.parquet')",
                "SELECT * FROM read_parquet(getvariable('file'), union_by_name = true)",
                "SELECT * FROM read_parquet(list_value('a', 'b'))",
                "SELECT * FROM read_parquet('s3://ours/' || name)",
                "SELECT * FROM parquet_scan($$data/*.parquet$$)",
                "SELECT * FROM glob('s3://ours/*')",
                "SELECT * FROM delta_scan('s3://ours/data/lake/')",
                "SELECT * FROM query('FROM ''data/*.parquet''')",
                "SELECT * FROM query_table(name)",
                "SELECT (SELECT max(a) FROM 'x*.parquet'), 'no*' FROM t",
                "SELECT 1 -- it's\nFROM 'x*.parquet'",
                "PIVOT 'x*.csv' ON a"
            })
    void readingWithoutNamingIsFound(String sql) {
        assertThat(READS.in(sql)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM read_parquet('data/main/a.parquet')",
                "SELECT * FROM read_parquet(['a.parquet', 'b.parquet'])",
                "SELECT * FROM read_csv('s3://theirs/*.csv', header = true)",
                "SELECT * FROM read_csv('s3://theirs/' || year || '.csv')",
                "SELECT * FROM 's3://theirs/data/**'",
                "SELECT * FROM t WHERE name LIKE '%?*'",
                "SELECT regexp_extract(url, 'https?://([^/]+)/.*') FROM t",
                "SELECT a IS DISTINCT FROM '*' FROM t",
                "SELECT 'a', 'b*' FROM t WHERE x IN ('c', 'd*') ORDER BY 'e', 'f*'",
                "SELECT /* FROM 'x*.parquet' */ 1 FROM t -- FROM 'y*'",
                "SELECT 'it''s FROM ''x*''' FROM t",
                "SELECT read_parquet FROM t",
                "SELECT count(*) FROM t, u",
                "now()"
            })
    void whatNamesItsFilesOrReadsElsewhereIsNotFound(String sql) {
        assertThat(READS.in(sql)).isEmpty();
    }

    @Test
    void aCutTextIsReadToItsEnd() {
        assertThat(READS.in("SELECT * FROM 'data/*.parq")).containsExactly("the pattern 'data/*.parq'");
        assertThat(READS.in("SELECT * FROM read_parquet(")).isEmpty();
        assertThat(READS.in("/* FROM 'x*'")).isEmpty();
        assertThat(READS.in("SELECT $tag$ FROM 'x*'")).isEmpty();
        assertThat(READS.in("))) FROM 'x*'")).isEqualTo(List.of("the pattern 'x*'"));
    }
}
