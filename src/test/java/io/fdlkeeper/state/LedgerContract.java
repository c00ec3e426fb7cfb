package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fdlkeeper.gc.LedgerRow;
import io.fdlkeeper.gc.LedgerUnreadableException;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class LedgerContract extends StateContract {

    private static final Instant OBSERVED = Instant.parse("2026-05-04T03:00:00.5Z");
    private static final LedgerRow A = row("data/a\"\n", true);
    private static final LedgerRow PRIVATE_USE = row("data/\ue000", false);
    private static final LedgerRow ASTRAL = row("data/\ud83d\ude00", false);

    LedgerContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void ledgerThatNeverWasHasNeitherRowsNorTime() throws Exception {
        try (var reading = state.ledger().read(LAKE)) {
            assertThat(reading.observedAt()).isEmpty();
            assertThat(reading.rows().hasNext()).isFalse();
        }
    }

    @Test
    void committedRowsComeBackInKeyOrder() throws Exception {
        commit(OBSERVED, A, PRIVATE_USE, ASTRAL);
        nextProcess();
        try (var reading = state.ledger().read(LAKE)) {
            assertThat(reading.observedAt()).contains(OBSERVED);
        }
        assertThat(rows()).containsExactly(A, PRIVATE_USE, ASTRAL);
        try (var other = state.ledger().read(OTHER_LAKE)) {
            assertThat(other.observedAt()).isEmpty();
        }
    }

    @Test
    void ledgerWithoutRowsStillHasItsTime() throws Exception {
        commit(OBSERVED);
        try (var reading = state.ledger().read(LAKE)) {
            assertThat(reading.observedAt()).contains(OBSERVED);
            assertThat(reading.rows().hasNext()).isFalse();
        }
    }

    @Test
    void updateThatIsNotCommittedLeavesTheOldRows() throws Exception {
        commit(OBSERVED, A);
        try (var update = state.ledger().begin(LAKE)) {
            update.row(ASTRAL);
        }
        assertThat(rows()).containsExactly(A);
    }

    @Test
    void committedRowsReplaceTheOldOnesWhileThoseAreStillRead() throws Exception {
        commit(OBSERVED, A, PRIVATE_USE);
        try (var reading = state.ledger().read(LAKE)) {
            var rows = reading.rows();
            assertThat(rows.next()).isEqualTo(A);
            commit(OBSERVED.plusSeconds(1), ASTRAL);
            assertThat(rows.next()).isEqualTo(PRIVATE_USE);
        }
        assertThat(rows()).containsExactly(ASTRAL);
    }

    @Test
    void rowsOutOfOrderAreRefused() {
        try (var update = state.ledger().begin(LAKE)) {
            update.row(ASTRAL);
            assertThatIllegalArgumentException().isThrownBy(() -> update.row(PRIVATE_USE));
            assertThatIllegalArgumentException().isThrownBy(() -> update.row(ASTRAL));
        }
    }

    private void commit(Instant observedAt, LedgerRow... rows) {
        try (var update = state.ledger().begin(LAKE)) {
            for (var row : rows) {
                update.row(row);
            }
            update.commit(observedAt);
        }
    }

    private List<LedgerRow> rows() throws LedgerUnreadableException {
        var rows = new ArrayList<LedgerRow>();
        try (var reading = state.ledger().read(LAKE)) {
            reading.rows().forEachRemaining(rows::add);
        }
        return rows;
    }

    private static LedgerRow row(String key, boolean everNamed) {
        return new LedgerRow(
                new ObjectKey(key), new ETag("e"), OBSERVED.minusSeconds(9), OBSERVED.minusNanos(3), everNamed);
    }
}
