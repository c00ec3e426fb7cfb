package io.fdlkeeper.signing;

import io.fdlkeeper.withdrawal.EnrolledKey;
import io.fdlkeeper.withdrawal.Signing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Signs and checks in the SSH signature format. Source: OpenSSH, PROTOCOL.sshsig. */
public final class SshSigning implements Signing {

    private static final byte[] MAGIC = "SSHSIG".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final String HASH = "sha512";
    private static final String COMMENT = "fdl-keeper";

    private final Path file;
    private @Nullable OurKey key;

    /** @param file the private key of this keeper; made when it is first needed and not there */
    public SshSigning(Path file) {
        this.file = file;
    }

    @Override
    public String sign(String namespace, byte[] message) {
        byte[] signature = ours().sign(signed(namespace, HASH, message));
        return Armour.SIGNATURE.around(new WireWriter()
                .raw(MAGIC)
                .number(VERSION)
                .string(ours().blob())
                .string(namespace)
                .string("")
                .string(HASH)
                .string(signature)
                .bytes());
    }

    @Override
    public String publicKey() {
        return OurKey.TYPE + " " + Base64.getEncoder().encodeToString(ours().blob()) + " " + COMMENT;
    }

    private synchronized OurKey ours() {
        OurKey known = key;
        if (known == null) {
            known = OurKey.in(file);
            key = known;
        }
        return known;
    }

    @Override
    public Optional<EnrolledKey> signer(String namespace, byte[] message, String armoured, List<EnrolledKey> among) {
        return signingKey(namespace, message, armoured)
                .flatMap(blob -> among.stream()
                        .filter(one -> Arrays.equals(blob(one.publicKey()), blob))
                        .findFirst());
    }

    /** Returns the fingerprint of the key that made a signature, whoever's it is; empty when the signature is none of the message. */
    @Override
    public Optional<String> signedBy(String namespace, byte[] message, String armoured) {
        return signingKey(namespace, message, armoured).map(SshSigning::fingerprint);
    }

    @Override
    public String fingerprint(String publicKey) {
        return fingerprint(blob(publicKey));
    }

    private static String fingerprint(byte[] blob) {
        return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(hash("SHA-256", blob));
    }

    private static Optional<byte[]> signingKey(String namespace, byte[] message, String armoured) {
        try {
            WireReader in = new WireReader(Armour.SIGNATURE.within(armoured));
            boolean known = Arrays.equals(in.bytes(MAGIC.length), MAGIC) && in.number() == VERSION;
            byte[] blob = in.string();
            String forWhat = in.text();
            in.string();
            String hash = in.text();
            byte[] signature = in.string();
            boolean fits = known
                    && in.isAtEnd()
                    && forWhat.equals(namespace)
                    && (hash.equals("sha512") || hash.equals("sha256"))
                    && PublicKeys.verifies(blob, signed(namespace, hash, message), signature);
            return fits ? Optional.of(blob) : Optional.empty();
        } catch (MalformedSshException e) {
            return Optional.empty();
        }
    }

    private static byte[] signed(String namespace, String hash, byte[] message) {
        return new WireWriter()
                .raw(MAGIC)
                .string(namespace)
                .string("")
                .string(hash)
                .string(hash(hash.equals("sha256") ? "SHA-256" : "SHA-512", message))
                .bytes();
    }

    private static byte[] blob(String publicKey) {
        String[] words = publicKey.strip().split("\\s+");
        try {
            byte[] blob = Base64.getDecoder().decode(words.length > 1 ? words[1] : "");
            if (new WireReader(blob).text().equals(words[0].toLowerCase(Locale.ROOT))) {
                return blob;
            }
        } catch (IllegalArgumentException | MalformedSshException e) {
            throw unreadable(e);
        }
        throw unreadable(null);
    }

    private static IllegalArgumentException unreadable(@Nullable Exception cause) {
        return new IllegalArgumentException(
                "that is no public key as OpenSSH writes one (type, base64, comment): give the .pub file that ssh-keygen wrote",
                cause);
    }

    private static byte[] hash(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }
}
