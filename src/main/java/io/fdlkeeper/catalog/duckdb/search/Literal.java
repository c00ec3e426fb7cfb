package io.fdlkeeper.catalog.duckdb.search;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A text that is looked for. Shows the value.
 *
 * <p>In a longer text a number, and anything shorter than {@value #SHORT} characters, counts as a whole word only, so that 7 is not found
 * in 2017; anything else counts wherever it stands.
 *
 * @param text    as a predicate has it between quotes, or a number
 * @param columns columns it is compared with, in lower case; none where it is looked for everywhere
 * @param folded  whether upper and lower case are one, as the predicate does not compare a column as it is
 */
record Literal(String text, Set<String> columns, boolean folded) {

    private static final int SHORT = 4;
    private static final int LONG_NUMBER = 6;

    /** Statistics shorten longer texts, and raise the last character of a largest one. */
    private static final int SHORTENED = 200;

    /** How many bytes of UTF-8 a character takes at most. */
    private static final int MOST_BYTES = 3;

    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d+)?");

    Literal {
        columns = Set.copyOf(columns);
    }

    boolean isNumber() {
        return NUMBER.matcher(text).matches();
    }

    /** Tells whether meeting it in a text says anything: a small number, or two letters, stand everywhere. */
    boolean isDistinctive() {
        return isNumber() ? digits() >= LONG_NUMBER : text.codePointCount(0, text.length()) >= SHORT;
    }

    private long digits() {
        return text.chars().filter(Character::isDigit).count();
    }

    /** Tells whether it stands in a text. */
    boolean isIn(String other) {
        String where = folded ? other.toLowerCase(Locale.ROOT) : other;
        String what = folded ? text.toLowerCase(Locale.ROOT) : text;
        int first = where.indexOf(what);
        // Nearly every text shows none of what may be thousands, so that is asked before anything else.
        boolean whole = first >= 0 && (isNumber() || !isDistinctive());
        for (int at = first; at >= 0; at = where.indexOf(what, at + 1)) {
            if (!whole || isWord(where, at, at + what.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(String text, int from, int to) {
        return !(from > 0 && isInside(text, from - 1, from - 2)) && !(to < text.length() && isInside(text, to, to + 1));
    }

    /** A point belongs to a number when a digit is behind it. */
    private static boolean isInside(String text, int beside, int behind) {
        char next = text.charAt(beside);
        return Character.isLetterOrDigit(next)
                || next == '_'
                || next == '.' && behind >= 0 && behind < text.length() && Character.isDigit(text.charAt(behind));
    }

    /** Tells whether a smallest or largest value, or one of a partition, is it. */
    boolean isValue(String other) {
        if (folded ? other.equalsIgnoreCase(text) : other.equals(text)) {
            return true;
        }
        if (isNumber() && NUMBER.matcher(other).matches()) {
            return new BigDecimal(text).compareTo(new BigDecimal(other)) == 0;
        }
        return isShortenedTo(other);
    }

    /** Tells whether a smallest or largest value may be what is left of it. */
    boolean isShortenedTo(String bound) {
        boolean isLong = bound.length() * MOST_BYTES >= SHORTENED && bound.length() <= text.length();
        if (!isLong || bound.getBytes(StandardCharsets.UTF_8).length < SHORTENED) {
            return false;
        }
        return text.startsWith(bound.substring(0, bound.offsetByCodePoints(bound.length(), -1)));
    }

    /** Returns the bytes that a file's blocks show it by; empty where they would show it by chance. */
    Optional<String> rawText() {
        return isDistinctive() ? Optional.of(text) : Optional.empty();
    }

    /** Never shows its text. */
    @Override
    public String toString() {
        return "Literal[withheld]";
    }
}
