package io.fdlkeeper.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A short table with aligned columns. */
final class Table {

    private static final String GAP = "  ";

    private final boolean[] right;
    private final List<String[]> rows = new ArrayList<>();

    /** Begins with headings; one that begins with {@code >} is of a column aligned to the right. */
    Table(String... headings) {
        right = new boolean[headings.length];
        String[] first = headings.clone();
        for (int i = 0; i < first.length; i++) {
            right[i] = first[i].startsWith(">");
            first[i] = right[i] ? first[i].substring(1) : first[i];
        }
        rows.add(first);
    }

    void row(String... cells) {
        if (cells.length != right.length) {
            throw new IllegalArgumentException("a row has " + right.length + " cells, not " + Arrays.toString(cells));
        }
        rows.add(cells);
    }

    void to(PrintStream out) {
        int[] widths = new int[right.length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], width(row[i]));
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String padding = " ".repeat(widths[i] - width(row[i]));
                line.append(GAP).append(right[i] ? padding + row[i] : row[i] + padding);
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
