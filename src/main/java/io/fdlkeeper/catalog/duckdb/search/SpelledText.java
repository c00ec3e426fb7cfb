package io.fdlkeeper.catalog.duckdb.search;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ways in which a text is spelled: as it is, with percent signs as folders of partitions are, and as in JSON. */
final class SpelledText {

    private static final String UNRESERVED = "-_~.";

    private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)", Pattern.DOTALL);

    private SpelledText() {}

    /** Returns a text, and what it says where it is encoded. */
    static Set<String> forms(String text) {
        Set<String> forms = new LinkedHashSet<>();
        forms.add(text);
        forms.add(HivePath.decoded(text));
        if (text.indexOf('\\') >= 0) {
            String unescaped =
                    ESCAPE.matcher(text).replaceAll(match -> Matcher.quoteReplacement(unescaped(match.group(1))));
            forms.add(unescaped);
            forms.add(HivePath.decoded(unescaped));
        }
        return forms;
    }

    private static String unescaped(String escape) {
        return switch (escape.charAt(0)) {
            case 'u' ->
                escape.length() == 5 ? String.valueOf((char) Integer.parseInt(escape.substring(1), 16)) : escape;
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'b' -> "\b";
            case 'f' -> "\f";
            default -> escape;
        };
    }

    /** Returns every spelling of a plain text. */
    static Set<String> spellings(String plain) {
        Set<String> spellings = new LinkedHashSet<>();
        spellings.add(plain);
        String encoded = encoded(plain, UNRESERVED);
        spellings.add(encoded);
        spellings.add(encoded(plain, UNRESERVED + "/"));
        spellings.add(encoded(plain, UNRESERVED + "@"));
        spellings.add(escaped(plain, false));
        spellings.add(escaped(plain, true));
        return spellings;
    }

    /** As DuckLake and Hive spell it: all but unreserved bytes, hexadecimal in upper case. */
    static String encoded(String plain) {
        return encoded(plain, UNRESERVED);
    }

    private static String encoded(String plain, String kept) {
        StringBuilder encoded = new StringBuilder();
        for (byte one : plain.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) Byte.toUnsignedInt(one);
            if (c < 128 && (Character.isLetterOrDigit(c) || kept.indexOf(c) >= 0)) {
                encoded.append(c);
            } else {
                encoded.append(String.format("%%%02X", (int) c));
            }
        }
        return encoded.toString();
    }

    private static String escaped(String plain, boolean ascii) {
        StringBuilder escaped = new StringBuilder();
        for (char c : plain.toCharArray()) {
            switch (c) {
                case '"' -> escaped.append("\\\"");
                case '\\' -> escaped.append("\\\\");
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                default -> {
                    if (c < ' ' || ascii && c > '~') {
                        escaped.append(String.format("\\u%04x", (int) c));
                    } else {
                        escaped.append(c);
                    }
                }
            }
        }
        return escaped.toString();
    }
}
