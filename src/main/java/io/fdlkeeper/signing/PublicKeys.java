package io.fdlkeeper.signing;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.Map;

/** Checks a signature with a public key, each as SSH writes it. Sources: RFC 8709, RFC 5656, RFC 8332. */
final class PublicKeys {

    private static final int LEAST_RSA_BITS = 2048;
    private static final int ED25519_BYTES = 32;
    private static final byte UNCOMPRESSED = 4;

    private static final Map<String, String> CURVES =
            Map.of("nistp256", "secp256r1", "nistp384", "secp384r1", "nistp521", "secp521r1");
    private static final Map<String, String> CURVE_SIGNATURES =
            Map.of("nistp256", "SHA256withECDSA", "nistp384", "SHA384withECDSA", "nistp521", "SHA512withECDSA");
    private static final Map<String, String> RSA_SIGNATURES =
            Map.of("rsa-sha2-256", "SHA256withRSA", "rsa-sha2-512", "SHA512withRSA");

    private PublicKeys() {}

    /** Tells whether the signature over the data is this key's. */
    static boolean verifies(byte[] key, byte[] data, byte[] signature) {
        WireReader in = new WireReader(key);
        WireReader signed = new WireReader(signature);
        String type = in.text();
        String algorithm = signed.text();
        try {
            if (type.equals("ssh-ed25519") && algorithm.equals(type)) {
                return check("Ed25519", ed25519(in.string()), data, signed.string());
            }
            if (type.startsWith("ecdsa-sha2-") && algorithm.equals(type)) {
                return ecdsa(in, data, signed.string());
            }
            if (type.equals("ssh-rsa") && RSA_SIGNATURES.containsKey(algorithm)) {
                return rsa(in, RSA_SIGNATURES.getOrDefault(algorithm, ""), data, signed.string());
            }
            return false;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static boolean check(String algorithm, PublicKey key, byte[] data, byte[] signature)
            throws GeneralSecurityException {
        Signature check = Signature.getInstance(algorithm);
        check.initVerify(key);
        check.update(data);
        return check.verify(signature);
    }

    private static PublicKey ed25519(byte[] point) throws GeneralSecurityException {
        if (point.length != ED25519_BYTES) {
            throw new MalformedSshException();
        }
        byte[] bigEndian = new byte[ED25519_BYTES];
        for (int i = 0; i < ED25519_BYTES; i++) {
            bigEndian[i] = point[ED25519_BYTES - 1 - i];
        }
        boolean odd = (bigEndian[0] & 0x80) != 0;
        bigEndian[0] &= 0x7f;
        return KeyFactory.getInstance("Ed25519")
                .generatePublic(new EdECPublicKeySpec(
                        NamedParameterSpec.ED25519, new EdECPoint(odd, new BigInteger(1, bigEndian))));
    }

    private static boolean ecdsa(WireReader in, byte[] data, byte[] signature) throws GeneralSecurityException {
        String curve = in.text();
        byte[] point = in.string();
        if (!CURVES.containsKey(curve) || point.length % 2 == 0 || point[0] != UNCOMPRESSED) {
            throw new MalformedSshException();
        }
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(CURVES.getOrDefault(curve, "")));
        int half = point.length / 2;
        ECPoint at = new ECPoint(
                new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + half)),
                new BigInteger(1, Arrays.copyOfRange(point, 1 + half, point.length)));
        PublicKey key = KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(at, parameters.getParameterSpec(ECParameterSpec.class)));
        WireReader numbers = new WireReader(signature);
        return check(CURVE_SIGNATURES.getOrDefault(curve, ""), key, data, der(numbers.integer(), numbers.integer()));
    }

    /** Two integers as Java wants them. */
    private static byte[] der(BigInteger r, BigInteger s) {
        byte[] first = r.toByteArray();
        byte[] second = s.toByteArray();
        WireWriter body = new WireWriter()
                .raw(new byte[] {2, (byte) first.length})
                .raw(first)
                .raw(new byte[] {2, (byte) second.length})
                .raw(second);
        byte[] all = body.bytes();
        byte[] length = all.length < 128 ? new byte[] {(byte) all.length} : new byte[] {(byte) 0x81, (byte) all.length};
        return new WireWriter().raw(new byte[] {0x30}).raw(length).raw(all).bytes();
    }

    private static boolean rsa(WireReader in, String algorithm, byte[] data, byte[] signature)
            throws GeneralSecurityException {
        BigInteger exponent = in.integer();
        BigInteger modulus = in.integer();
        if (modulus.bitLength() < LEAST_RSA_BITS) {
            return false;
        }
        PublicKey key = KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
        return check(algorithm, key, data, signature);
    }
}
