package io.fdlkeeper.state;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, in lower-case hex. */
final class Sha256 {

    private Sha256() {}

    static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static String of(byte[] bytes) {
        return hex(begin().digest(bytes));
    }

    static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }
}
