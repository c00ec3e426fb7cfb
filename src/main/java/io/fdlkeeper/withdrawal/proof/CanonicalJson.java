package io.fdlkeeper.withdrawal.proof;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes JSON in the one form that can be signed: sorted members, no blanks, whole numbers. Source: RFC 8785. */
final class CanonicalJson {

    private CanonicalJson() {}

    /** @param value maps with text keys, lists, texts, whole numbers and flags */
    static String of(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    /**
     * Reads a document that is in its one form.
     *
     * @throws IllegalArgumentException when it is no JSON object in that form; the message goes on from "the document"
     */
    static Map<String, Object> read(String text) {
        Map<String, Object> members = new CanonicalReader(text).document();
        if (!of(members).equals(text)) {
            throw new IllegalArgumentException("is not in its canonical form");
        }
        return members;
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            object(map, out);
        } else if (value instanceof List<?> list) {
            out.append('[');
            String between = "";
            for (Object element : list) {
                out.append(between);
                write(element, out);
                between = ",";
            }
            out.append(']');
        } else if (value instanceof String text) {
            text(text, out);
        } else if (value instanceof Long || value instanceof Integer || value instanceof Boolean) {
            out.append(value);
        } else {
            throw new IllegalArgumentException("has no canonical form: " + value.getClass());
        }
    }

    private static void object(Map<?, ?> map, StringBuilder out) {
        // The order of UTF-16 code units, which is that of String.
        TreeMap<String, Object> sorted = new TreeMap<>();
        map.forEach((key, member) -> sorted.put((String) key, member));
        out.append('{');
        String between = "";
        for (var member : sorted.entrySet()) {
            out.append(between);
            text(member.getKey(), out);
            out.append(':');
            write(member.getValue(), out);
            between = ",";
        }
        out.append('}');
    }

    private static void text(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
