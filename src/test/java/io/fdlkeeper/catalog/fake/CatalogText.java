package io.fdlkeeper.catalog.fake;

import io.fdlkeeper.catalog.CatalogFacts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A frozen catalog written as text: one line for each row that names a file. */
public record CatalogText(List<Row> rows) {

    private static final String FIRST_LINE = "fake catalog 1.0";

    /** What a row is. */
    public enum Kind {
        DATA,
        DELETE,
        /** A file scheduled for deletion. */
        SCHEDULED,
        /** An address outside of the repository. */
        EXTERNAL,
        /** A web address whose tail may be a key here. */
        WEB,
        /** A path relative to a table that is gone. */
        LOOSE,
        /** The text of a view. */
        VIEW,
        /** Rows kept in the catalog itself. */
        INLINED
    }

    /**
     * One row.
     *
     * @param current whether no snapshot has ended it
     * @param text    a key, an address, a path or a text, by the kind
     */
    public record Row(Kind kind, boolean current, String text) {

        boolean namesKey() {
            return kind == Kind.DATA || kind == Kind.DELETE;
        }
    }

    public CatalogText {
        rows = List.copyOf(rows);
    }

    /** Writes it as an object's content. */
    public byte[] bytes() {
        return rows.stream()
                .map(row -> row.kind() + (row.current() ? " current " : " ended ") + row.text() + "\n")
                .collect(Collectors.joining("", FIRST_LINE + "\n", "end\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Reads it back; empty when it is not whole. */
    static Optional<CatalogText> parse(String content) {
        var lines = content.split("\n", -1);
        if (!lines[0].equals(FIRST_LINE) || !content.endsWith("\nend\n")) {
            return Optional.empty();
        }
        var rows = new ArrayList<Row>();
        for (int i = 1; i < lines.length - 2; i++) {
            var parts = lines[i].split(" ", 3);
            rows.add(new Row(Kind.valueOf(parts[0]), parts[1].equals("current"), parts[2]));
        }
        return Optional.of(new CatalogText(rows));
    }

    public CatalogText without(Predicate<Row> which) {
        return new CatalogText(rows.stream().filter(row -> !which.test(row)).toList());
    }

    /** Returns the texts of all rows of a kind. */
    public List<String> texts(Kind kind) {
        return texts(row -> row.kind() == kind).toList();
    }

    private Stream<String> texts(Predicate<Row> which) {
        return rows.stream().filter(which).map(Row::text);
    }

    CatalogFacts facts() {
        var external = texts(Kind.EXTERNAL);
        return new CatalogFacts(
                "1.0",
                "data/",
                rows.stream()
                        .filter(row ->
                                row.kind() != Kind.SCHEDULED && row.kind() != Kind.VIEW && row.kind() != Kind.INLINED)
                        .count(),
                texts(Kind.SCHEDULED).size(),
                texts(Kind.INLINED).size(),
                external,
                external.stream()
                        .map(url -> url.substring(url.lastIndexOf('/') + 1))
                        .collect(Collectors.toSet()),
                texts(row -> row.kind() == Kind.WEB).collect(Collectors.toSet()),
                texts(row -> row.kind() == Kind.LOOSE).collect(Collectors.toSet()),
                texts(Kind.VIEW));
    }
}
