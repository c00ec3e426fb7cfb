package io.fdlkeeper.maintenance;

import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Hands out the certificate of a case, which its verification made. */
public final class CertifyWithdrawal {

    static final String CERTIFICATE = "certificate.json";
    static final String SIGNATURE = "certificate.json.sig";
    static final String PAGE = "certificate.html";
    static final String SIGNERS = "allowed_signers";

    private final CaseDesk desk;
    private final CaseChanges changes;

    public CertifyWithdrawal(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /** @param files contents by their names; none where the case has no certificate */
    public record Answer(CaseReport report, Map<String, String> files) {}

    public Answer certificate(String caseId, String actor) {
        WithdrawalCase subject = changes.require(caseId);
        Optional<CaseReport> refusal = changes.refusal(subject, CaseAction.CERTIFY, actor);
        if (refusal.isPresent()) {
            return new Answer(refusal.get(), Map.of());
        }
        Map<String, String> files = new LinkedHashMap<>();
        for (String name : List.of(CERTIFICATE, SIGNATURE, PAGE, SIGNERS)) {
            desk.cases()
                    .document(caseId, name)
                    .ifPresent(content -> files.put(name, new String(content, StandardCharsets.UTF_8)));
        }
        changes.audit(subject, actor, "case-certificate-written", Map.of());
        return new Answer(
                CaseReport.of(
                        subject,
                        CaseReport.Outcome.DONE,
                        "the certificate is written; 'fdl-keeper certificate verify " + CERTIFICATE
                                + "' checks it anywhere, and so does ssh-keygen"),
                files);
    }
}
