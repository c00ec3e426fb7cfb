package io.fdlkeeper.withdrawal;

import java.util.List;
import java.util.Optional;

/** Signs and checks in the SSH signature format, as {@code ssh-keygen -Y} does. */
public interface Signing {

    /** Signs with this keeper's own key, which is made at first use unless one is configured; armoured text. */
    String sign(String namespace, byte[] message);

    /** Returns this keeper's public key as one line of OpenSSH. */
    String publicKey();

    /** Returns the key that made the signature, among these; empty when none of them did, or the signature is none. */
    Optional<EnrolledKey> signer(String namespace, byte[] message, String armoured, List<EnrolledKey> among);

    /** Returns the fingerprint of the key that made a signature, whoever's it is; empty when the signature is none of the message. */
    Optional<String> signedBy(String namespace, byte[] message, String armoured);

    /** Returns the fingerprint of a public key line, such as {@code SHA256:…}; throws IllegalArgumentException with a sentence. */
    String fingerprint(String publicKey);
}
