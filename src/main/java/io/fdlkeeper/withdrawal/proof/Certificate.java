package io.fdlkeeper.withdrawal.proof;

import io.fdlkeeper.withdrawal.CaseApproval;
import io.fdlkeeper.withdrawal.CaseClocks;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The certificate of one withdrawal, as a document to sign and as a page for people. Shows neither the value nor a key. */
public final class Certificate {

    /** The namespace of its signature. */
    public static final String NAMESPACE = "fdl-keeper-certificate";

    static final String LOGICAL =
            "Objects were deleted from the store. Deletion is logical: it is no overwriting of media and no"
                    + " cryptographic erasure.";
    static final String CACHES =
            "Copies that readers made before, and caches nobody registered, are out of reach: a catalog may be"
                    + " cached for ever.";

    private final Map<String, Object> members;

    private Certificate(Map<String, Object> members) {
        this.members = members;
    }

    public static Certificate of(CertificateFacts facts) {
        WithdrawalCase subject = facts.subject();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("schema", "fdl-keeper-withdrawal-certificate/1");
        all.put("case", subject.id());
        all.put("state", subject.state().name());
        all.put("issuedAt", facts.verification().at().toString());
        subject.certificateDigest().ifPresent(digest -> all.put("supersedes", digest));
        all.put(
                "issuer",
                Map.of(
                        "product", facts.issuer().product(),
                        "key", facts.issuer().key(),
                        "auditEntries", facts.issuer().auditEntries()));
        all.put("request", request(facts));
        all.put("scope", scope(facts));
        all.put("authorisation", authorisation(subject));
        all.put(
                "items",
                facts.results().stream().map(result -> item(facts, result)).toList());
        all.put("outcomes", outcomes(facts.results()));
        all.put("verification", verification(facts.verification()));
        all.put("residue", subject.residue().stream().map(Certificate::residue).toList());
        all.put("statements", List.of(LOGICAL, CACHES));
        all.put("guarded", subject.opening().guarded());
        return new Certificate(all);
    }

    private static Map<String, Object> request(CertificateFacts facts) {
        WithdrawalCase subject = facts.subject();
        CaseClocks clocks = subject.clocks();
        Instant end = facts.verification().at();
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("reason", subject.opening().reasonClass());
        request.put("openedBy", subject.opening().openedBy());
        subject.opening().requester().ifPresent(name -> request.put("requester", name));
        request.put("openedAt", clocks.openedAt().toString());
        request.put("awareSince", clocks.awareSince().toString());
        request.put("requestedAt", clocks.requestedAt().toString());
        clocks.containedAt().ifPresent(at -> request.put("containedAt", at.toString()));
        clocks.notifiedAt().ifPresent(at -> request.put("notifiedAt", at.toString()));
        clocks.firstDeletionAt().ifPresent(at -> request.put("firstDeletionAt", at.toString()));
        request.put("notifyBy", clocks.notifyBy().toString());
        request.put("answerBy", clocks.answerBy().toString());
        request.put("answeredInTime", !end.isAfter(clocks.answerBy()));
        request.put(
                "selectors",
                facts.selectors().stream()
                        .map(selector -> Map.<String, Object>of(
                                "kind", selector.kind().name(),
                                "hash", facts.keyHash().apply(selector.text())))
                        .toList());
        return request;
    }

    private static List<Map<String, Object>> scope(CertificateFacts facts) {
        return facts.findings().stream()
                .map(findings -> {
                    Map<String, Object> one = new LinkedHashMap<>();
                    one.put("repository", findings.location());
                    one.put("oldVersionsKept", facts.versioning().getOrDefault(findings.location(), "UNKNOWN"));
                    one.put("filesSearched", findings.scanned().files());
                    one.put("bytesRead", findings.scanned().bytes());
                    one.put("catalogsRead", findings.scanned().catalogs());
                    one.put("filesFound", (long) findings.files().size());
                    one.put(
                            "rowsFound",
                            findings.files().stream()
                                    .mapToLong(Findings.FoundFile::rows)
                                    .filter(rows -> rows > 0)
                                    .sum());
                    one.put("versionsFound", (long) findings.versions().size());
                    one.put("unreadable", (long) findings.unreadable().size());
                    return one;
                })
                .toList();
    }

    private static Map<String, Object> authorisation(WithdrawalCase subject) {
        Map<String, Object> authorisation = new LinkedHashMap<>();
        authorisation.put("approvalsNeeded", subject.opening().approvals());
        subject.plan().ifPresent(plan -> authorisation.put("plan", plan.digest()));
        authorisation.put(
                "approvals",
                subject.approvals().stream().map(Certificate::approval).toList());
        return authorisation;
    }

    private static Map<String, Object> approval(CaseApproval approval) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("by", approval.by());
        one.put("at", approval.at().toString());
        one.put("verified", approval.isVerified());
        one.put("key", approval.keyId().orElse("unverified"));
        approval.breakGlass().ifPresent(reason -> one.put("breakGlass", reason));
        return one;
    }

    private static Map<String, Object> item(CertificateFacts facts, RemovalResult result) {
        RemovalItem item = result.item();
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("repository", result.location());
        one.put("action", item.action().id());
        one.put("keyHash", facts.keyHash().apply(item.key()));
        one.put("bytes", item.bytes());
        item.version().ifPresent(version -> one.put("version", version.text()));
        one.put("storeVersions", item.storeVersions());
        one.put("result", result.outcome().id());
        return one;
    }

    private static Map<String, Object> outcomes(List<RemovalResult> results) {
        Map<String, Object> outcomes = new TreeMap<>();
        results.forEach(result -> outcomes.merge(
                result.item().action().id() + " " + result.outcome().id(),
                1L,
                (one, more) -> (Long) one + (Long) more));
        return outcomes;
    }

    private static Map<String, Object> verification(Verification seen) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("at", seen.at().toString());
        one.put("keysAbsent", seen.keysAbsent());
        one.put("marks", seen.marks());
        one.put("filesSearchedAgain", seen.filesSearched());
        one.put("catalogsReadAgain", seen.catalogsRead());
        one.put("found", 0L);
        one.put("versionsOpened", seen.versionsOpened());
        one.put("keptFilesRead", seen.filesRead());
        one.put("keptFiles", seen.filesKept());
        one.put("addressesAsked", seen.addressesAsked());
        return one;
    }

    private static Map<String, Object> residue(ResidueItem item) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("id", item.id());
        one.put("kind", item.kind().id());
        one.put("subject", item.subject());
        one.put("why", item.why());
        one.put("owner", item.owner());
        one.put("open", item.isOpen());
        item.due().ifPresent(due -> one.put("due", due.toString()));
        Optional<ResidueItem.Acknowledgement> by = item.acknowledged();
        by.ifPresent(who -> one.put("acknowledgedBy", who.by()));
        return one;
    }

    /** Returns the document that is signed. */
    public String json() {
        return CanonicalJson.of(members);
    }

    /** Returns the page for people, made from the same members. */
    public String page() {
        return new CertificatePage(members).html();
    }
}
