package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetFile;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Puts all readings to a file and counts rows that match under any of them, each row once.
 *
 * <p>A question is answered when one of its readings is: of the types a column had, a condition may fit only one.
 */
final class Answers {

    private final ParquetFile file;
    private final List<Reading> readings;
    private final Set<Integer> answered = new HashSet<>();
    private final Set<String> failures = new TreeSet<>();

    Answers(ParquetFile file, List<Reading> readings) {
        this.file = file;
        this.readings = readings;
    }

    /** Returns how many rows match. */
    long rows() {
        List<Reading> matching = new ArrayList<>();
        long most = 0;
        for (Reading reading : readings) {
            try {
                long rows = file.number(reading.count(file.table()));
                answered.add(reading.question());
                if (rows > 0) {
                    matching.add(reading);
                }
                most = Math.max(most, rows);
            } catch (SQLException e) {
                failures.add(FileSearch.kind(e));
            }
        }
        return matching.size() > 1 ? atLeast(most, matching) : most;
    }

    private long atLeast(long most, List<Reading> matching) {
        String numbers = matching.stream()
                .map(reading -> reading.numbers(file.table()))
                .collect(Collectors.joining(" UNION ALL "));
        try {
            return Math.max(most, file.number("SELECT count(DISTINCT __row) FROM (" + numbers + ")"));
        } catch (SQLException e) {
            // Some row numbers are not told; that there are matches is known all the same.
            return most;
        }
    }

    boolean hasFailed() {
        return !failures.isEmpty();
    }

    /** Returns why some question has no answer. */
    List<String> unanswered() {
        boolean all = readings.stream().allMatch(reading -> answered.contains(reading.question()));
        return all
                ? List.of()
                : List.of("it cannot be asked in any way its columns may be read: " + String.join(", ", failures));
    }
}
