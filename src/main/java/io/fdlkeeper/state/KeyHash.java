package io.fdlkeeper.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The keyed hash under which an object key may be written down where it cannot be removed again: HMAC-SHA-256. */
final class KeyHash {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_BYTES = 32;

    private final SecretKeySpec secret;

    private KeyHash(byte[] secret) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /** Makes a new secret and keeps it, for its owner alone. */
    static void create(StateFolder folder) {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        byte[] text = (HexFormat.of().formatHex(secret) + "\n").getBytes(StandardCharsets.US_ASCII);
        StateFiles.replace(folder.secret(), folder.temporary(), out -> out.write(text));
    }

    /** Reads the secret made earlier. */
    static KeyHash read(StateFolder folder) {
        Path file = folder.secret();
        try {
            byte[] secret = HexFormat.of().parseHex(Files.readString(file).strip());
            if (secret.length == SECRET_BYTES) {
                return new KeyHash(secret);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw unreadable(file);
        }
        throw unreadable(file);
    }

    String of(String key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return HexFormat.of().formatHex(mac.doFinal(key.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    private static StateUnreadableException unreadable(Path file) {
        return new StateUnreadableException(
                "the secret " + file + " is missing or damaged; put it back from a backup, or " + StateFolder.ANEW);
    }
}
