package io.fdlkeeper.withdrawal.proof;

import io.fdlkeeper.withdrawal.CaseApproval;
import io.fdlkeeper.withdrawal.CaseClocks;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.removal.RemovalAction;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the facts of a case under the names they have in a certificate. */
final class CertificateMembers {

    private static final String LOGICAL =
            "Objects were deleted from the store. Deletion is logical: it is no overwriting of media and no"
                    + " cryptographic erasure.";
    private static final String CACHES =
            "Copies that readers made before, and caches nobody registered, are out of reach: a catalog may be"
                    + " cached for ever.";
    private static final String HASHED =
            "Keys of objects and what was searched for stand here only as HMAC-SHA-256 under a secret of the issuer,"
                    + " so that this document can be shown to anyone.";

    /** Whoever holds the secret can tell which one it is by this hash of a known text. */
    private static final String KEY_ID_OF = "fdl-keeper key id";

    private CertificateMembers() {}

    static Map<String, Object> of(CertificateFacts facts) {
        WithdrawalCase subject = facts.subject();
        CertificateFacts.Issuer issuer = facts.issuer();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("schema", Certificate.SCHEMA);
        all.put("certificate", subject.id() + "-" + facts.issue().number());
        all.put("number", (long) facts.issue().number());
        all.put("case", subject.id());
        all.put("state", subject.state().name());
        all.put("issuedAt", facts.verification().at().toString());
        subject.certificateDigest().ifPresent(digest -> all.put("supersedes", Map.of("digest", digest)));
        all.put(
                "issuer",
                Map.of(
                        "product", issuer.product(),
                        "key", issuer.key(),
                        "auditEntries", issuer.auditEntries(),
                        "auditHead", issuer.auditHead(),
                        "hashKeyId", facts.keyHash().apply(KEY_ID_OF).substring(0, 16)));
        all.put("request", request(facts));
        all.put("deadlines", deadlines(subject));
        all.put("scope", facts.findings().stream().map(one -> scope(facts, one)).toList());
        all.put("authorisation", authorisation(subject));
        RemovalMembers.put(all, facts);
        all.put("verification", verification(facts.verification()));
        all.put(
                "residue",
                subject.residue().stream().map(CertificateMembers::residue).toList());
        all.put("guard", guard(facts));
        all.put("statements", List.of(LOGICAL, CACHES, HASHED));
        return all;
    }

    private static Map<String, Object> request(CertificateFacts facts) {
        WithdrawalCase subject = facts.subject();
        CaseClocks clocks = subject.clocks();
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("reason", subject.opening().reasonClass());
        request.put("openedBy", subject.opening().openedBy());
        subject.opening().requester().ifPresent(name -> request.put("requester", name));
        request.put("openedAt", clocks.openedAt().toString());
        request.put("awareSince", clocks.awareSince().toString());
        request.put("requestedAt", clocks.requestedAt().toString());
        time(request, "containedAt", clocks.containedAt());
        time(request, "firstDeletionAt", clocks.firstDeletionAt());
        request.put(
                "selectors",
                facts.selectors().stream()
                        .map(selector -> Map.<String, Object>of(
                                "kind", selector.kind().name(),
                                "hash", facts.keyHash().apply(selector.text())))
                        .toList());
        return request;
    }

    private static void time(Map<String, Object> members, String name, Optional<Instant> at) {
        at.ifPresent(known -> members.put(name, known.toString()));
    }

    /** Says of both terms whether they were kept, as far as it is known when the case ended. */
    static Map<String, Object> deadlines(WithdrawalCase subject) {
        CaseClocks clocks = subject.clocks();
        Map<String, Object> deadlines = new LinkedHashMap<>();
        deadlines.put("notifyBy", clocks.notifyBy().toString());
        time(deadlines, "notifiedAt", clocks.notifiedAt());
        deadlines.put("notification", kept(clocks.notifiedAt(), clocks.notifyBy(), "not-recorded"));
        deadlines.put("answerBy", clocks.answerBy().toString());
        time(deadlines, "endedAt", clocks.endedAt());
        deadlines.put("erasure", kept(clocks.endedAt(), clocks.answerBy(), "not-ended"));
        return deadlines;
    }

    private static String kept(Optional<Instant> done, Instant until, String open) {
        return done.map(at -> at.isAfter(until) ? "missed" : "met").orElse(open);
    }

    private static Map<String, Object> scope(CertificateFacts facts, Findings findings) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("repository", findings.location());
        one.put("oldVersionsKept", facts.versioning().getOrDefault(findings.location(), "UNKNOWN"));
        one.put("filesSearched", findings.scanned().files());
        one.put("bytesRead", findings.scanned().bytes());
        one.put("catalogsRead", findings.scanned().catalogs());
        one.put("versionsSeen", (long) findings.seen().size());
        one.put("filesFound", (long) findings.files().size());
        one.put("rowsFound", rows(findings));
        one.put("unreadable", (long) findings.unreadable().size());
        one.put(
                "versions",
                findings.versions().stream()
                        .map(version -> Map.<String, Object>of(
                                "id", version.id().text(),
                                "because",
                                        version.because().stream()
                                                .map(Place::id)
                                                .sorted()
                                                .toList()))
                        .toList());
        return one;
    }

    private static long rows(Findings findings) {
        return findings.files().stream()
                .mapToLong(Findings.FoundFile::rows)
                .filter(rows -> rows > 0)
                .sum();
    }

    private static Map<String, Object> authorisation(WithdrawalCase subject) {
        List<CaseApproval> approvals = subject.approvals();
        Map<String, Object> authorisation = new LinkedHashMap<>();
        authorisation.put("approvalsNeeded", subject.opening().approvals());
        subject.plan().ifPresent(plan -> authorisation.put("plan", plan.digest()));
        authorisation.put("allVerified", approvals.stream().allMatch(CaseApproval::isVerified));
        authorisation.put(
                "breakGlass",
                approvals.stream().anyMatch(one -> one.breakGlass().isPresent()));
        authorisation.put(
                "approvals",
                approvals.stream().map(CertificateMembers::approval).toList());
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

    private static Map<String, Object> verification(Verification seen) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("at", seen.at().toString());
        one.put("keysAbsent", seen.removed().keysAbsent());
        one.put("marks", seen.removed().marks());
        one.put("addressesAsked", seen.removed().addressesAsked());
        one.put("filesSearchedAgain", seen.search().files());
        one.put("catalogsReadAgain", seen.search().catalogs());
        one.put("found", seen.search().found());
        one.put("selectorsNotAsked", seen.search().notAsked());
        one.put("versionsOpened", seen.kept().versions());
        one.put("keptFilesRead", seen.kept().filesRead());
        one.put("keptFiles", seen.kept().files());
        return one;
    }

    static Map<String, Object> residue(ResidueItem item) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("id", item.id());
        one.put("kind", item.kind().id());
        one.put("subject", item.subject());
        one.put("why", item.why());
        one.put("owner", item.owner());
        one.put("open", item.isOpen());
        item.due().ifPresent(due -> one.put("due", due.toString()));
        item.acknowledged().ifPresent(who -> one.put("acknowledgedBy", who.by()));
        return one;
    }

    private static Map<String, Object> guard(CertificateFacts facts) {
        Map<String, Object> guard = new LinkedHashMap<>();
        guard.put("on", facts.issue().guardedUntil().isPresent());
        time(guard, "until", facts.issue().guardedUntil());
        guard.put(
                "files",
                facts.results().stream()
                        .filter(result -> result.item().action() == RemovalAction.DELETE_DATA)
                        .count());
        return guard;
    }
}
