package io.fdlkeeper.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.withdrawal.CaseOpening;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever asks for a withdrawal is often the person whose data it is. */
class RequesterTests {

    @TempDir
    private Path scratch;

    private WithdrawalKeeper foundFor(String requester) {
        var keeper = new WithdrawalKeeper(scratch, Versioning.NONE);
        var opening = new CaseOpening(
                List.of("memory://fake/"), "personal-data", "officer", Optional.of(requester), false, 1, false);
        keeper.caseId = new OpenWithdrawal(keeper.desk())
                .open(opening, Optional.of(1), keeper.store.now(), Optional.empty())
                .subject()
                .id();
        keeper.find();
        return keeper;
    }

    @Test
    void nameThatIsTheValueIsWithheldFromTheCaseAndStillCannotApprove() {
        WithdrawalKeeper keeper = foundFor(WithdrawalKeeper.VALUE);
        assertThat(keeper.subject().toString())
                .doesNotContain(WithdrawalKeeper.VALUE)
                .contains("withheld:");
        String digest = keeper.plan().subject().plan().orElseThrow().digest();
        ApproveWithdrawal approvals = new ApproveWithdrawal(keeper.desk());
        for (String name : List.of(WithdrawalKeeper.VALUE, " X@Example.org ")) {
            assertThat(approvals
                            .approve(keeper.caseId, digest, name, Optional.empty(), Optional.empty())
                            .outcome())
                    .isEqualTo(CaseReport.Outcome.REFUSED);
        }
        assertThat(approvals
                        .approve(keeper.caseId, digest, "ben", Optional.empty(), Optional.empty())
                        .outcome())
                .isEqualTo(CaseReport.Outcome.DONE);
    }

    @Test
    void otherNamesStay() {
        assertThat(foundFor("legal department").subject().opening().requester()).contains("legal department");
    }
}
