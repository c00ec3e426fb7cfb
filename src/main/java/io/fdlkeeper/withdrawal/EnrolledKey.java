package io.fdlkeeper.withdrawal;

import java.time.Instant;

/**
 * A person's public key whose signatures count as theirs.
 *
 * @param person    their name, as orders carry it
 * @param publicKey one line as OpenSSH writes it: type, base64, comment
 */
public record EnrolledKey(String person, String publicKey, String enrolledBy, Instant enrolledAt) {}
