package io.fdlkeeper.state;

import static io.fdlkeeper.state.StateUnderTest.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fdlkeeper.withdrawal.CaseApproval;
import io.fdlkeeper.withdrawal.CaseChangedException;
import io.fdlkeeper.withdrawal.CaseClocks;
import io.fdlkeeper.withdrawal.CaseOpening;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.EnrolledKey;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class CaseStoreContract extends StateContract {

    private static final WithdrawalCase OPENED = new WithdrawalCase(
            "w-1",
            CaseState.DRAFT,
            new CaseOpening(List.of(LAKE, OTHER_LAKE), "personal-data", "anna", Optional.empty(), false, 1, true),
            CaseClocks.opened(NOW, NOW.minusSeconds(60), Optional.empty()),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty());

    CaseStoreContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    /** A row of a sealed file. */
    record Row(String key, long number) {}

    @Test
    void caseIsKeptWithAllOfItsParts() {
        state.cases().create(OPENED);
        var plan = new WithdrawalCase.FrozenPlan("abc", NOW, NOW.plusSeconds(5), Optional.of(NOW.plusSeconds(9)));
        var full = OPENED.in(CaseState.APPROVED)
                .with(OPENED.clocks()
                        .contained(NOW)
                        .notified(NOW, Optional.of("ref"))
                        .deleting(NOW))
                .with(Optional.of(plan))
                .approved(
                        List.of(new CaseApproval("ben", NOW, "abc", Optional.of("SHA256:x"), Optional.of("night"))),
                        plan)
                .withResidue(List.of(new ResidueItem(
                        "r1",
                        ResidueItem.Kind.COPY,
                        "the mirror",
                        "it holds a copy",
                        "ops",
                        Optional.of(NOW),
                        Optional.of(new ResidueItem.Acknowledgement("ben", NOW, Optional.of("purged"))))))
                .certified("ff");
        state.cases().save(full, OPENED);
        nextProcess();
        assertThat(state.cases().find("w-1")).contains(full);
        assertThat(state.cases().list()).containsExactly(full);
        assertThat(state.cases().find("w-2")).isEmpty();
        assertThat(state.cases().find("../w-1")).isEmpty();
    }

    @Test
    void caseThatChangedMeanwhileIsNotOverwritten() {
        state.cases().create(OPENED);
        state.cases().save(OPENED.in(CaseState.FINDING), OPENED);
        assertThatExceptionOfType(CaseChangedException.class)
                .isThrownBy(() -> state.cases().save(OPENED.in(CaseState.CANCELLED), OPENED))
                .withMessageContaining("w-1")
                .withMessageContaining("FINDING");
    }

    @Test
    void wordOfSomebodyElseIsNotLostThoughTheStateIsTheSame() {
        state.cases().create(OPENED);
        WithdrawalCase deleting = OPENED.with(OPENED.clocks().deleting(NOW));
        state.cases().save(deleting, OPENED);
        assertThatExceptionOfType(CaseChangedException.class)
                .isThrownBy(() -> state.cases().save(OPENED.with(OPENED.clocks().contained(NOW)), OPENED))
                .withMessageContaining("meanwhile");
        nextProcess();
        assertThat(state.cases().find("w-1")).contains(deleting);
        state.cases().save(deleting.with(deleting.clocks().contained(NOW)), deleting);
        assertThat(state.cases().find("w-1").orElseThrow().hasDeleted()).isTrue();
    }

    @Test
    void sealedFilesComeBackInTheNextProcess() {
        state.cases().create(OPENED);
        state.cases().files("w-1").put("plan", new Row("data/mail=x%40example.org/a", 1));
        for (int i = 0; i < 3; i++) {
            state.cases().files("w-1").append("journal", new Row("k", i));
        }
        nextProcess();
        state.cases().files("w-1").append("journal", new Row("k", 3));
        assertThat(state.cases().files("w-1").get("plan", Row.class))
                .contains(new Row("data/mail=x%40example.org/a", 1));
        assertThat(state.cases().files("w-1").rows("journal", Row.class))
                .extracting(Row::number)
                .containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void destroyedKeyLeavesOnlyWhatIsKept() {
        state.cases().create(OPENED);
        var files = state.cases().files("w-1");
        files.put("selectors", new Row("x", 1));
        files.put("plan", new Row("y", 2));
        files.append("journal", new Row("z", 3));
        files.destroyKey(List.of("selectors"));
        files.destroyKey(List.of("selectors"));
        nextProcess();
        files = state.cases().files("w-1");
        assertThat(files.get("selectors", Row.class)).contains(new Row("x", 1));
        assertThat(files.get("plan", Row.class)).isEmpty();
        assertThat(files.rows("journal", Row.class)).isEmpty();
        files.put("plan", new Row("again", 4));
        assertThat(files.get("plan", Row.class)).contains(new Row("again", 4));
        files.destroyKey(List.of());
        assertThat(files.get("selectors", Row.class)).isEmpty();
    }

    @Test
    void documentsPoliciesAndKeysAreKept() {
        state.cases().create(OPENED);
        assertThat(state.cases().approvalsFor(LAKE)).isEmpty();
        state.cases().recordApprovals(LAKE, 1);
        state.cases().recordApprovals(LAKE, 2);
        state.cases().putDocument("w-1", "certificate-1.json", new byte[] {1, 2});
        state.cases().enrol(new EnrolledKey("ben", "ssh-ed25519 AAAA", "anna", NOW));
        state.cases().enrol(new EnrolledKey("ben", "ssh-ed25519 BBBB", "anna", NOW));
        nextProcess();
        assertThat(state.cases().approvalsFor(LAKE)).contains(2);
        assertThat(state.cases().approvalsFor(OTHER_LAKE)).isEmpty();
        assertThat(state.cases().document("w-1", "certificate-1.json").orElseThrow())
                .containsExactly(1, 2);
        assertThat(state.cases().document("w-1", "certificate-2.json")).isEmpty();
        assertThat(state.cases().enrolledKeys())
                .extracting(EnrolledKey::publicKey)
                .containsExactly("ssh-ed25519 BBBB");
        assertThat(state.cases().remove("ben")).isTrue();
        assertThat(state.cases().remove("ben")).isFalse();
    }
}
