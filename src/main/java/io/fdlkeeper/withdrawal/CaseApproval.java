package io.fdlkeeper.withdrawal;

import java.time.Instant;
import java.util.Optional;

/**
 * One person's approval of a plan.
 *
 * @param by         who
 * @param digest     the plan's digest they approved
 * @param keyId      fingerprint of the enrolled key whose signature over the digest was seen; empty for a name alone, which is
 *                   recorded as unverified
 * @param breakGlass why one person did what two should; empty for a usual approval
 */
public record CaseApproval(String by, Instant at, String digest, Optional<String> keyId, Optional<String> breakGlass) {

    public boolean isVerified() {
        return keyId.isPresent();
    }
}
