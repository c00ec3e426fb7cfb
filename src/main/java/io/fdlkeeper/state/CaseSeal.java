package io.fdlkeeper.state;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Seals bytes with AES-256-GCM, each piece bound to the place it belongs to, so that pieces cannot change places. */
final class CaseSeal {

    static final int KEY_BYTES = 32;

    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final SecureRandom random;

    CaseSeal(byte[] key, SecureRandom random) {
        this.key = new SecretKeySpec(key, "AES");
        this.random = random;
    }

    /** Makes a key. */
    static byte[] newKey(SecureRandom random) {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        return key;
    }

    byte[] seal(byte[] open, String place) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, place).doFinal(open);
            byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
            System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
            return all;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + CIPHER, e);
        }
    }

    /** Opens what was sealed for the same place; throws when it was changed, or sealed with another key or for another place. */
    byte[] open(byte[] sealed, String place) throws GeneralSecurityException {
        if (sealed.length < NONCE_BYTES) {
            throw new GeneralSecurityException("too short");
        }
        byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
        return cipher(Cipher.DECRYPT_MODE, nonce, place).doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
    }

    private Cipher cipher(int mode, byte[] nonce, String place) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(place.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
