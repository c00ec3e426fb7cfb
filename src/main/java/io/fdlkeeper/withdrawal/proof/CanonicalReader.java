package io.fdlkeeper.withdrawal.proof;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what {@link CanonicalJson} writes, and little else: objects, lists, texts, whole numbers and flags without blanks. */
final class CanonicalReader {

    /** Deeper than any document of ours, and far from the end of a stack. */
    private static final int DEEPEST = 32;

    private static final int HEX = 16;
    private static final int ESCAPED_DIGITS = 4;
    private static final String SHORT = "\"\\bfnrt";
    private static final String MEANT = "\"\\\b\f\n\r\t";

    private final String text;
    private int at;
    private int depth;

    CanonicalReader(String text) {
        this.text = text;
    }

    Map<String, Object> document() {
        Map<String, Object> members = object();
        if (at != text.length()) {
            throw malformed();
        }
        return members;
    }

    private Object value() {
        if (at >= text.length()) {
            throw malformed();
        }
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        each('{', '}', () -> {
            String name = string();
            expect(':');
            if (members.put(name, value()) != null) {
                throw malformed();
            }
        });
        return members;
    }

    private List<Object> list() {
        List<Object> elements = new ArrayList<>();
        each('[', ']', () -> elements.add(value()));
        return elements;
    }

    private void each(char open, char close, Runnable element) {
        expect(open);
        depth++;
        if (depth > DEEPEST) {
            throw malformed();
        }
        if (!take(close)) {
            do {
                element.run();
            } while (take(','));
            expect(close);
        }
        depth--;
    }

    private boolean take(char c) {
        boolean is = at < text.length() && text.charAt(at) == c;
        at += is ? 1 : 0;
        return is;
    }

    private void expect(char c) {
        if (at >= text.length() || text.charAt(at) != c) {
            throw malformed();
        }
        at++;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            out.append(c == '\\' ? escaped() : c);
        }
        expect('"');
        return out.toString();
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        int known = SHORT.indexOf(c);
        if (known >= 0) {
            return MEANT.charAt(known);
        }
        if (c != 'u' || at + ESCAPED_DIGITS > text.length()) {
            throw malformed();
        }
        try {
            int code = Integer.parseInt(text.substring(at, at + ESCAPED_DIGITS), HEX);
            at += ESCAPED_DIGITS;
            return (char) code;
        } catch (NumberFormatException e) {
            throw malformed();
        }
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, at)) {
            throw malformed();
        }
        at += word.length();
        return meaning;
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Long.parseLong(text.substring(from, at));
        } catch (NumberFormatException e) {
            throw malformed();
        }
    }

    private IllegalArgumentException malformed() {
        return new IllegalArgumentException("is no JSON in canonical form near character " + at);
    }
}
