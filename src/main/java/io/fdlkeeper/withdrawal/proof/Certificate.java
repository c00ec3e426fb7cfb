package io.fdlkeeper.withdrawal.proof;

import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The certificate of one withdrawal, as a document to sign and as a page for people. Shows neither the value nor a key. */
public final class Certificate {

    /** The namespace of its signature. */
    public static final String NAMESPACE = "fdl-keeper-certificate";

    /** Who signs, in the file of allowed signers. */
    public static final String SIGNER = "fdl-keeper";

    static final String SCHEMA = "fdl-keeper-withdrawal-certificate/1";

    private final Map<String, Object> members;

    private Certificate(Map<String, Object> members) {
        this.members = members;
    }

    /** Certifies what was done and seen. */
    public static Certificate of(CertificateFacts facts) {
        return new Certificate(CertificateMembers.of(facts));
    }

    /**
     * Reads the document that was signed.
     *
     * @throws IllegalArgumentException with a sentence, when it is no certificate, or not in the one form that is signed
     */
    public static Certificate read(String json) {
        Map<String, Object> members;
        try {
            members = CanonicalJson.read(json);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the document " + e.getMessage() + ": it is not as fdl-keeper wrote it; do not rely on it", e);
        }
        if (!SCHEMA.equals(members.get("schema"))) {
            throw new IllegalArgumentException(
                    "the document is no certificate of a withdrawal that this version knows: " + members.get("schema"));
        }
        return new Certificate(members);
    }

    /**
     * Makes the one that takes this one's place when something changed after the case had ended.
     *
     * @param digest  of this one
     * @param subject the case as it is now
     * @param back    what is back, in words that show neither the value nor a key; empty where nothing is
     */
    public Certificate succeeded(String digest, WithdrawalCase subject, Instant at, List<String> back) {
        Map<String, Object> next = new LinkedHashMap<>(members);
        int number = number() + 1;
        next.put("number", (long) number);
        next.put("certificate", subject.id() + "-" + number);
        next.put("supersedes", Map.of("certificate", String.valueOf(members.get("certificate")), "digest", digest));
        next.put("state", subject.state().name());
        next.put("issuedAt", at.toString());
        next.put(
                "residue",
                subject.residue().stream().map(CertificateMembers::residue).toList());
        next.put("deadlines", CertificateMembers.deadlines(subject));
        if (!back.isEmpty()) {
            next.put("reappeared", Map.of("at", at.toString(), "what", back));
        }
        return new Certificate(next);
    }

    /** Returns which certificate of its case it is. */
    public int number() {
        return members.get("number") instanceof Long number ? Math.toIntExact(number) : 0;
    }

    public String caseId() {
        return String.valueOf(members.get("case"));
    }

    /** Returns the state of the case it certifies. */
    public String state() {
        return String.valueOf(members.get("state"));
    }

    /** Returns the fingerprint of the key that signs it. */
    public Optional<String> issuerKey() {
        return members.get("issuer") instanceof Map<?, ?> issuer && issuer.get("key") instanceof String key
                ? Optional.of(key)
                : Optional.empty();
    }

    /** Returns the document that is signed. */
    public String json() {
        return CanonicalJson.of(members);
    }

    /** Returns the page for people, made from the document alone. */
    public String page() {
        return new CertificatePage(CanonicalJson.read(json())).html();
    }
}
