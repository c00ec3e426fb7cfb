package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanHeader;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.PlanStore;
import io.fdlkeeper.plan.Spared;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.store.ETag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class PlanStoreContract extends StateContract {

    static final String DIGEST = "0123456789abcdef".repeat(4);
    static final Instant OBSERVED = Instant.parse("2026-05-04T03:00:00Z");
    static final PlanItem DELETE = new PlanItem(
            PlanAction.DELETE,
            "data/name=\"Zoë\"\n\\/\ud83d\ude00\ud800.parquet",
            List.of("orphan", "never named"),
            1000,
            Optional.of(OBSERVED.minusNanos(1)),
            Optional.of(new ETag("e-1")));
    static final PlanItem EXPIRE = new PlanItem(
            PlanAction.EXPIRE,
            "01890000-0000-7000-8000-000000000001",
            List.of("behind the newest 30"),
            0,
            Optional.empty(),
            Optional.empty());
    static final Spared YOUNG = new Spared("data/yo\u2028ung", "young", "2 days old");

    PlanStoreContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void frozenPlanIsFoundWithAllItsItemsInOrder() {
        var frozen = freeze(DIGEST, OBSERVED);
        assertThat(items(frozen)).containsExactly(DELETE, EXPIRE);
        nextProcess();
        var found = state.plans().find(DIGEST).orElseThrow();
        assertThat(found.header()).isEqualTo(header(DIGEST, OBSERVED));
        assertThat(items(found)).containsExactly(DELETE, EXPIRE);
        var spared = new ArrayList<Spared>();
        found.forEachSpared(spared::add);
        assertThat(spared).containsExactly(YOUNG);
    }

    @Test
    void planIsFoundByABeginningThatOnlyItHas() {
        var twin = DIGEST.substring(0, 12) + "f".repeat(52);
        freeze(DIGEST, OBSERVED);
        freeze(twin, OBSERVED);
        assertThat(state.plans().find(DIGEST.substring(0, 12))).isEmpty();
        assertThat(state.plans()
                        .find(DIGEST.substring(0, 13))
                        .orElseThrow()
                        .header()
                        .digest())
                .isEqualTo(DIGEST);
        assertThat(state.plans().find(twin).orElseThrow().header().digest()).isEqualTo(twin);
        assertThat(state.plans().find("")).isEmpty();
        assertThat(state.plans().find("../")).isEmpty();
    }

    @Test
    void beginningOfSevenCharactersIsTooShort() {
        freeze(DIGEST, OBSERVED);
        assertThat(state.plans().find(DIGEST.substring(0, 7))).isEmpty();
        assertThat(state.plans().find(DIGEST.substring(0, 8))).isPresent();
    }

    @Test
    void draftThatIsNotFrozenLeavesNothing() {
        var draft = state.plans().draft();
        draft.item(DELETE);
        draft.close();
        assertThatIllegalStateException().isThrownBy(() -> draft.item(EXPIRE));
        assertThatIllegalStateException().isThrownBy(() -> draft.freeze(header(DIGEST, OBSERVED)));
        assertThat(state.plans().find(DIGEST)).isEmpty();
    }

    @Test
    void planThatLacksAnItemIsNotFrozen() {
        try (var draft = state.plans().draft()) {
            draft.item(DELETE);
            assertThatIllegalArgumentException().isThrownBy(() -> draft.freeze(header(DIGEST, OBSERVED)));
        }
        assertThat(state.plans().find(DIGEST)).isEmpty();
    }

    @Test
    void planIsFrozenOnce() {
        try (var draft = draft()) {
            draft.freeze(header(DIGEST, OBSERVED));
            assertThatIllegalStateException().isThrownBy(() -> draft.spare(YOUNG));
            assertThatIllegalStateException().isThrownBy(() -> draft.freeze(header(DIGEST, OBSERVED)));
        }
        assertThat(state.plans().find(DIGEST)).isPresent();
    }

    @Test
    void planOfTheSameDigestIsReplaced() {
        freeze(DIGEST, OBSERVED);
        freeze(DIGEST, OBSERVED.plusSeconds(3600));
        nextProcess();
        assertThat(state.plans().find(DIGEST).orElseThrow().header().observedAt())
                .isEqualTo(OBSERVED.plusSeconds(3600));
    }

    @Test
    void onlyPlansObservedBeforeAreForgotten() {
        var newer = "f".repeat(64);
        freeze(DIGEST, OBSERVED);
        freeze(newer, OBSERVED.plusSeconds(1));
        state.plans().forgetBefore(OBSERVED.plusSeconds(1));
        nextProcess();
        assertThat(state.plans().find(DIGEST)).isEmpty();
        assertThat(state.plans().find(newer)).isPresent();
    }

    static PlanHeader header(String digest, Instant observedAt) {
        return new PlanHeader(
                JobKind.GC,
                LAKE,
                observedAt,
                Map.of("grace", "P7D", "max-share", "0.5"),
                Map.of("listed", new Totals(9, 9000), "candidate", new Totals(2, 1000)),
                List.of(Approval.SHARE, Approval.UNKNOWN_FOLDER),
                3,
                new Totals(2, 1000),
                digest);
    }

    private Plan freeze(String digest, Instant observedAt) {
        try (var draft = draft()) {
            return draft.freeze(header(digest, observedAt));
        }
    }

    private PlanStore.Draft draft() {
        var draft = state.plans().draft();
        draft.item(DELETE);
        draft.spare(YOUNG);
        draft.item(EXPIRE);
        return draft;
    }

    private static List<PlanItem> items(Plan plan) {
        var items = new ArrayList<PlanItem>();
        plan.forEachItem(items::add);
        return items;
    }
}
