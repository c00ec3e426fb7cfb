package io.fdlkeeper.signing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/**
 * The keeper's own Ed25519 key, in a file as OpenSSH keeps private keys, without a passphrase. Source of the format: OpenSSH,
 * PROTOCOL.key.
 *
 * @param seed   the private half, 32 bytes
 * @param point  the public half, 32 bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record OurKey(byte[] seed, byte[] point) {

    static final String TYPE = "ssh-ed25519";

    private static final byte[] MAGIC = "openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII);
    private static final int BYTES = 32;
    private static final int BLOCK = 8;

    /** Reads the key of a file; makes one where there is none. */
    static OurKey in(Path file) {
        try {
            if (!Files.exists(file)) {
                OurKey made = make();
                made.write(file);
                return made;
            }
            return read(Files.readString(file));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the signing key " + file + " cannot be read or made: " + e.getMessage(), e);
        } catch (MalformedSshException e) {
            throw new IllegalStateException(
                    "the signing key " + file
                            + " is no Ed25519 key without a passphrase, as 'ssh-keygen -t ed25519 -N \"\"' makes one: name"
                            + " another, or move it away to let a new one be made",
                    e);
        }
    }

    private static OurKey make() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            byte[] seed = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
            return new OurKey(seed, encoded(((EdECPublicKey) pair.getPublic()).getPoint()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java from 15 on has Ed25519", e);
        }
    }

    private static byte[] encoded(EdECPoint point) {
        byte[] bigEndian = point.getY().toByteArray();
        byte[] encoded = new byte[BYTES];
        for (int i = 0; i < Math.min(BYTES, bigEndian.length); i++) {
            encoded[i] = bigEndian[bigEndian.length - 1 - i];
        }
        if (point.isXOdd()) {
            encoded[BYTES - 1] |= (byte) 0x80;
        }
        return encoded;
    }

    private static OurKey read(String text) {
        WireReader in = new WireReader(Armour.PRIVATE_KEY.within(text));
        if (!Arrays.equals(in.bytes(MAGIC.length), MAGIC)
                || !in.text().equals("none")
                || !in.text().equals("none")) {
            throw new MalformedSshException();
        }
        in.string();
        if (in.number() != 1) {
            throw new MalformedSshException();
        }
        in.string();
        WireReader secret = new WireReader(in.string());
        int check = secret.number();
        if (secret.number() != check || !secret.text().equals(TYPE)) {
            throw new MalformedSshException();
        }
        byte[] point = secret.string();
        byte[] both = secret.string();
        if (point.length != BYTES || both.length != 2 * BYTES) {
            throw new MalformedSshException();
        }
        return new OurKey(Arrays.copyOf(both, BYTES), point);
    }

    private void write(Path file) throws IOException {
        int check = new SecureRandom().nextInt();
        WireWriter secret = new WireWriter()
                .number(check)
                .number(check)
                .string(TYPE)
                .string(point)
                .string(new WireWriter().raw(seed).raw(point).bytes())
                .string("fdl-keeper");
        for (int i = 1; secret.bytes().length % BLOCK != 0; i++) {
            secret.raw(new byte[] {(byte) i});
        }
        byte[] all = new WireWriter()
                .raw(MAGIC)
                .string("none")
                .string("none")
                .string("")
                .number(1)
                .string(blob())
                .string(secret.bytes())
                .bytes();
        Path folder = file.toAbsolutePath().getParent();
        Path fresh = Files.createTempFile(
                folder == null ? Path.of("") : folder,
                "signing-key",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, Armour.PRIVATE_KEY.around(all));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the public half as SSH writes it. */
    byte[] blob() {
        return new WireWriter().string(TYPE).string(point).bytes();
    }

    byte[] sign(byte[] data) {
        try {
            PrivateKey key = KeyFactory.getInstance("Ed25519")
                    .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
            Signature signing = Signature.getInstance("Ed25519");
            signing.initSign(key);
            signing.update(data);
            return new WireWriter().string(TYPE).string(signing.sign()).bytes();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java from 15 on has Ed25519", e);
        }
    }
}
