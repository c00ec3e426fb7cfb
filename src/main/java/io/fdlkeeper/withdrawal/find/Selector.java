package io.fdlkeeper.withdrawal.find;

import java.util.Optional;

/**
 * What a case looks for. Shows the value, so it lives in sealed files and in memory only.
 *
 * @param table the table of a predicate as {@code schema.table}, quoted as SQL where it must be
 * @param text  a predicate, a text, a version's id or a key, by its kind
 */
public record Selector(Kind kind, Optional<String> table, String text) {

    /** What a selector names. */
    public enum Kind {
        /** Rows of one table for which a SQL predicate is true. */
        WHERE,
        /** A text, wherever it stands. */
        VALUE,
        /** A whole version. */
        VERSION,
        /** One data file. */
        KEY
    }

    /** Never shows its text. */
    @Override
    public String toString() {
        return "Selector[" + kind + ", withheld]";
    }
}
