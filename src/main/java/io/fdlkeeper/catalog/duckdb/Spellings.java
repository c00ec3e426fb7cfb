package io.fdlkeeper.catalog.duckdb;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The keys one text may mean, most literal first.
 *
 * <p>Writers and readers disagree about doubled slashes, {@code ./}, backslashes, percent signs and query strings. A key that any of
 * them could mean is protected; the text itself always comes first.
 */
final class Spellings {

    private static final Pattern SLASHES = Pattern.compile("/{2,}");
    private static final Pattern DOTS = Pattern.compile("(?<=^|/)(?:\\./)+");

    private Spellings() {}

    static List<String> of(Collection<String> texts) {
        var spellings = new LinkedHashSet<String>(texts);
        for (var text : texts) {
            spellings.add(collapsed(text));
            spellings.add(undotted(text));
            spellings.add(slashed(text));
            spellings.add(withoutQuery(text));
            decoded(text).ifPresent(spellings::add);
            spellings.add(plain(text));
            decoded(withoutQuery(text)).ifPresent(decoded -> spellings.add(plain(decoded)));
            decoded(text).ifPresent(decoded -> spellings.add(plain(decoded)));
        }
        spellings.remove("");
        return List.copyOf(spellings);
    }

    private static String plain(String text) {
        return collapsed(undotted(slashed(withoutQuery(text))));
    }

    private static String collapsed(String text) {
        return text.contains("//") ? SLASHES.matcher(text).replaceAll("/") : text;
    }

    static String undotted(String text) {
        return text.contains("./") ? DOTS.matcher(text).replaceAll("") : text;
    }

    static String slashed(String text) {
        return text.replace('\\', '/');
    }

    static String withoutQuery(String text) {
        int at = text.indexOf('?');
        return at < 0 ? text : text.substring(0, at);
    }

    /** Decodes percent signs; empty when there is nothing to decode or the bytes are no UTF-8. */
    static Optional<String> decoded(String text) {
        if (text.indexOf('%') < 0) {
            return Optional.empty();
        }
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var out = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length && bytes[i] == '%' ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
            if (low < 0) {
                out.write(bytes[i]);
            } else {
                out.write(high << 4 | low);
                i += 2;
            }
        }
        try {
            var decoder = StandardCharsets.UTF_8.newDecoder();
            return Optional.of(
                    decoder.decode(ByteBuffer.wrap(out.toByteArray())).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
