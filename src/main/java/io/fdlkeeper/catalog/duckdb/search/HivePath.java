package io.fdlkeeper.catalog.duckdb.search;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/** Values of a partition in a key's folders, as {@code name=value/}, percent-encoded. */
final class HivePath {

    private static final Set<String> NULLS = Set.of("__HIVE_DEFAULT_PARTITION__", "NULL");

    private HivePath() {}

    /** What a folder says; no text is NULL. */
    record Value(Optional<String> text) {}

    static Optional<Value> value(String key, String name) {
        String[] segments = key.split("/", -1);
        for (int i = 0; i < segments.length - 1; i++) {
            int equals = segments[i].indexOf('=');
            if (equals > 0 && decoded(segments[i].substring(0, equals)).equalsIgnoreCase(name)) {
                String value = segments[i].substring(equals + 1);
                return Optional.of(new Value(NULLS.contains(value) ? Optional.empty() : Optional.of(decoded(value))));
            }
        }
        return Optional.empty();
    }

    /** Decodes what is encoded; a percent sign before anything else is one. */
    static String decoded(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
            if (bytes[i] == '%' && high >= 0 && low >= 0) {
                decoded.write(high << 4 | low);
                i += 2;
            } else {
                decoded.write(bytes[i]);
            }
        }
        return decoded.toString(StandardCharsets.UTF_8);
    }
}
