package io.fdlkeeper.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One token of a SQL text, as far as finding file reads needs it.
 *
 * @param kind what it is
 * @param text a word or sign as written; a literal or quoted name without its quotes
 */
record SqlToken(Kind kind, String text) {

    enum Kind {
        WORD,
        QUOTED_NAME,
        LITERAL,
        SIGN
    }

    /** Comments and white space first, so that nothing in them is taken for SQL. */
    private static final Pattern TOKEN = Pattern.compile(
            "(?<skip>\\s+|--[^\\n]*|/\\*.*?(?:\\*/|\\z))"
                    + "|(?<literal>'(?:[^']|'')*+(?:'|\\z))"
                    + "|(?<dollar>\\$(?<tag>\\w*)\\$.*?(?:\\$\\k<tag>\\$|\\z))"
                    + "|(?<name>\"(?:[^\"]|\"\")*+(?:\"|\\z))"
                    + "|(?<word>[\\p{L}\\p{N}_][\\p{L}\\p{N}_$]*+)"
                    + "|(?<sign>.)",
            Pattern.DOTALL);

    static List<SqlToken> of(String sql) {
        var tokens = new ArrayList<SqlToken>();
        var matcher = TOKEN.matcher(sql);
        while (matcher.find()) {
            if (matcher.group("literal") != null) {
                tokens.add(new SqlToken(Kind.LITERAL, unquoted(matcher.group(), "'")));
            } else if (matcher.group("dollar") != null) {
                var quote = "$" + matcher.group("tag") + "$";
                tokens.add(new SqlToken(Kind.LITERAL, inner(matcher.group(), quote)));
            } else if (matcher.group("name") != null) {
                tokens.add(new SqlToken(Kind.QUOTED_NAME, unquoted(matcher.group(), "\"")));
            } else if (matcher.group("word") != null) {
                tokens.add(new SqlToken(Kind.WORD, matcher.group()));
            } else if (matcher.group("sign") != null) {
                tokens.add(new SqlToken(Kind.SIGN, matcher.group()));
            }
        }
        return tokens;
    }

    private static String unquoted(String text, String quote) {
        return inner(text, quote).replace(quote + quote, quote);
    }

    /** Takes the quotes off; the closing one is missing in a text that was cut. */
    private static String inner(String text, String quote) {
        boolean closed = text.length() >= 2 * quote.length() && text.endsWith(quote);
        return text.substring(quote.length(), text.length() - (closed ? quote.length() : 0));
    }

    boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isLiteral() {
        return kind == Kind.LITERAL;
    }

    /** Tells whether it can stand for a file after {@code FROM}. */
    boolean isQuoted() {
        return kind == Kind.LITERAL || kind == Kind.QUOTED_NAME;
    }

    /** Returns a word or name in lower case, as keywords and functions are compared; empty for anything else. */
    String lowerName() {
        return kind == Kind.WORD || kind == Kind.QUOTED_NAME ? text.toLowerCase(Locale.ROOT) : "";
    }
}
