package io.fdlkeeper;

import java.sql.DriverManager;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Proves that the libraries the product stands on load and work together on the running Java. */
class StackTests {
    @Test
    void duckDbOpensInMemory() throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:duckdb:");
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT sum(range) FROM range(1000)")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(499_500);
        }
    }
}
