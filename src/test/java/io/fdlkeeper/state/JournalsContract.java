package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fdlkeeper.run.JournalEntry;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class JournalsContract extends StateContract {

    private static final JournalEntry A = new JournalEntry("delete", "data/k=\"quoted\"/ü\n\\a", "e1", 10, "", "");
    private static final JournalEntry B = new JournalEntry("delete", "data/\ud83d\ude00\ud800/b", "e2", 20, "", "");
    private static final JournalEntry MARK_A = new JournalEntry("mark", A.key(), "", 0, "", "");

    JournalsContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void runWithoutAJournalHasNothing() {
        assertThat(state.journals().results("r1")).isEmpty();
        assertThat(state.journals().unresolved("r1")).isEmpty();
    }

    @Test
    void resultsComeBackInTheirOrder() {
        try (var journal = state.journals().open("r1")) {
            journal.intend(List.of(A, B));
            journal.record(List.of(B.with("deleted", "")));
            journal.record(List.of(A.with("refused", "AccessDenied: \"locked\"")));
        }
        nextProcess();
        assertThat(state.journals().results("r1"))
                .containsExactly(B.with("deleted", ""), A.with("refused", "AccessDenied: \"locked\""));
        assertThat(state.journals().unresolved("r1")).isEmpty();
    }

    @Test
    void stepsWithoutAResultAreUnresolved() {
        var journal = state.journals().open("r1");
        journal.intend(List.of(MARK_A, A, B));
        journal.record(List.of(A.with("deleted", "")));
        nextProcess();
        assertThat(state.journals().unresolved("r1")).containsExactly(MARK_A, B);
        journal.close();
    }

    @Test
    void stepTriedAgainIsUnresolvedAgain() {
        try (var journal = state.journals().open("r1")) {
            journal.intend(List.of(A));
            journal.record(List.of(A.with("failed", "500")));
            journal.intend(List.of(A));
        }
        assertThat(state.journals().unresolved("r1")).containsExactly(A);
        assertThat(state.journals().results("r1")).containsExactly(A.with("failed", "500"));
    }

    @Test
    void journalGoesOnWhereTheLastProcessEnded() {
        try (var journal = state.journals().open("r1")) {
            journal.intend(List.of(A));
        }
        nextProcess();
        try (var journal = state.journals().open("r1")) {
            journal.record(List.of(A.with("already-absent", "")));
        }
        assertThat(state.journals().results("r1")).containsExactly(A.with("already-absent", ""));
        assertThat(state.journals().unresolved("r1")).isEmpty();
    }

    @Test
    void resultIsNotEmpty() {
        try (var journal = state.journals().open("r1")) {
            assertThatIllegalArgumentException().isThrownBy(() -> journal.record(List.of(A)));
        }
    }

    @Test
    void forgottenJournalIsGoneAndOthersStay() {
        for (var run : List.of("r1", "r2")) {
            try (var journal = state.journals().open(run)) {
                journal.record(List.of(A.with("deleted", "")));
            }
        }
        state.journals().forget("r1");
        state.journals().forget("never-there");
        nextProcess();
        assertThat(state.journals().results("r1")).isEmpty();
        assertThat(state.journals().results("r2")).hasSize(1);
    }
}
