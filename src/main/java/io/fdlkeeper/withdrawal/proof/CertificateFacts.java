package io.fdlkeeper.withdrawal.proof;

import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.Selector;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a certificate is made of.
 *
 * @param subject    the case, ended, with its residue
 * @param findings   of the find the plan was made from
 * @param results    what became of every item
 * @param versioning what the store of each repository does with what is deleted, by location
 * @param keyHash    the keyed hash under which keys and selectors stand
 * @param issuer     who certifies
 * @param issue      which certificate of the case it is
 */
public record CertificateFacts(
        WithdrawalCase subject,
        List<Selector> selectors,
        List<Findings> findings,
        List<RemovalResult> results,
        Map<String, String> versioning,
        Verification verification,
        UnaryOperator<String> keyHash,
        Issuer issuer,
        Issue issue) {

    public CertificateFacts {
        selectors = List.copyOf(selectors);
        findings = List.copyOf(findings);
        results = List.copyOf(results);
        versioning = Map.copyOf(versioning);
    }

    /**
     * Who certifies.
     *
     * @param product      name of the product
     * @param key          fingerprint of the key that signs
     * @param auditEntries how many entries the audit log had
     * @param auditHead    digest of the last of them
     */
    public record Issuer(String product, String key, long auditEntries, String auditHead) {}

    /**
     * Which certificate of its case it is.
     *
     * @param number       1 for the first
     * @param guardedUntil until when new versions are looked at; empty where that was declined
     */
    public record Issue(int number, Optional<Instant> guardedUntil) {}
}
