package io.fdlkeeper.maintenance;

import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.proof.Article33;
import java.util.List;

/** Fills in the notice to an authority from a case. */
public final class ReportBreach {

    private final CaseDesk desk;

    public ReportBreach(CaseDesk desk) {
        this.desk = desk;
    }

    /** Writes the four parts of article 33(3) of the GDPR as Markdown; the value is not in it. */
    public String article33(String caseId) {
        WithdrawalCase subject = new CaseChanges(desk).require(caseId);
        List<Findings> findings = CaseFile.findings(desk.cases().files(caseId));
        return Article33.of(subject, findings, desk.workplace().clock().instant());
    }
}
