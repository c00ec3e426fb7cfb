package io.fdlkeeper.withdrawal.proof;

import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.Selector;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.util.List;
import java.util.Map;
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
 */
public record CertificateFacts(
        WithdrawalCase subject,
        List<Selector> selectors,
        List<Findings> findings,
        List<RemovalResult> results,
        Map<String, String> versioning,
        Verification verification,
        UnaryOperator<String> keyHash,
        Issuer issuer) {

    public CertificateFacts {
        selectors = List.copyOf(selectors);
        findings = List.copyOf(findings);
        results = List.copyOf(results);
        versioning = Map.copyOf(versioning);
    }

    /**
     * Who certifies.
     *
     * @param product      name and version of the product
     * @param key          fingerprint of the key that signs
     * @param auditEntries how many entries the audit log had
     */
    public record Issuer(String product, String key, long auditEntries) {}
}
