package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.s3.S3Compat.Choice;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * How a store encodes the keys of its listings.
 *
 * <p>On AWS a plus sign is a space; some stores leave a plus sign as it is and mean it, which would read as another key. Where nothing
 * was said, a page that holds one is asked for without encoding too: that one counts, once the two agree in all the rest.
 */
final class KeySpelling {

    private final Choice choice;

    KeySpelling(Choice choice) {
        this.choice = choice;
    }

    /** Tells whether listings are asked for with encoded keys. */
    boolean asksForEncoding() {
        return choice != Choice.OFF;
    }

    /** Tells whether these keys can be read in two ways. */
    boolean isOpen(List<String> encoded) {
        return choice == Choice.AUTO && encoded.stream().anyMatch(key -> key.indexOf('+') >= 0);
    }

    /** Tells whether a page without encoding shows the same keys, but for what a plus sign is. */
    boolean agree(List<String> encoded, List<String> plain) {
        if (encoded.size() != plain.size()) {
            return false;
        }
        for (int i = 0; i < encoded.size(); i++) {
            var other = plain.get(i).replace(' ', '+');
            if (decoded(encoded.get(i), false)
                    .map(key -> key.replace(' ', '+'))
                    .filter(other::equals)
                    .isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the key that is meant; empty where this is no encoding of any. */
    Optional<String> decode(String encoded) {
        return decoded(encoded, true);
    }

    /** Tells whether a text of the answer is this one, encoded in either way or not at all. */
    boolean isSame(String shown, String meant) {
        return shown.equals(meant)
                || decoded(shown, true).filter(meant::equals).isPresent()
                || decoded(shown, false).filter(meant::equals).isPresent();
    }

    private static Optional<String> decoded(String encoded, boolean plusIsSpace) {
        if (encoded.indexOf('%') < 0 && encoded.indexOf('+') < 0) {
            return Optional.of(encoded);
        }
        var from = encoded.getBytes(StandardCharsets.UTF_8);
        var to = ByteBuffer.allocate(from.length);
        for (int i = 0; i < from.length; i++) {
            if (from[i] == '%') {
                int high = i + 2 < from.length ? Character.digit(from[i + 1], 16) : -1;
                int low = i + 2 < from.length ? Character.digit(from[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    return Optional.empty();
                }
                to.put((byte) (high << 4 | low));
                i += 2;
            } else {
                to.put(from[i] == '+' && plusIsSpace ? (byte) ' ' : from[i]);
            }
        }
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(to.flip()).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
