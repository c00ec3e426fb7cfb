package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.MemoryKeeper.LOCATION;
import static io.fdlkeeper.maintenance.MemoryKeeper.NOW;
import static io.fdlkeeper.maintenance.MemoryKeeper.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.run.JobKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a saved plan may be executed, and what of it; and which plan a run takes. */
class SavedPlanTests {

    private static final Duration VALIDITY = Duration.ofHours(24);
    private static final Map<String, String> SETTINGS = Map.of("grace", "P7D");

    private final MemoryKeeper keeper = new MemoryKeeper();

    @Test
    void whatIsPlannedTodayTooMayBeExecuted() {
        Plan saved = keeper.plan(item("a", "1"), item("b", "1"), item("c", "1"));
        Plan fresh = keeper.plan(item("a", "1"), item("b", "2"), item("d", "1"));
        SavedPlan comparison = new SavedPlan(saved, fresh);
        assertThat(comparison.staleness(VALIDITY)).isEmpty();
        Predicate<PlanItem> allowed = comparison.stillPlanned();
        assertThat(allowed.test(item("a", "1"))).isTrue();
        assertThat(allowed.test(item("b", "1"))).isFalse();
        assertThat(allowed.test(item("c", "1"))).isFalse();
    }

    @Test
    void anotherActionOnTheSameSubjectIsAnotherItem() {
        PlanItem expire =
                new PlanItem(PlanAction.EXPIRE, "v", List.of("superseded"), 1, Optional.empty(), Optional.empty());
        PlanItem finish = new PlanItem(
                PlanAction.FINISH, "v", List.of("marked:retention"), 1, Optional.empty(), Optional.empty());
        SavedPlan comparison = new SavedPlan(keeper.plan(expire), keeper.plan(finish));
        assertThat(comparison.stillPlanned().test(expire)).isFalse();
    }

    @Test
    void theSamePlanIsAllowedWhole() {
        Plan plan = keeper.plan(item("a", "1"));
        SavedPlan comparison = new SavedPlan(plan, plan);
        assertThat(comparison.staleness(VALIDITY)).isEmpty();
        assertThat(comparison.stillPlanned().test(item("a", "1"))).isTrue();
    }

    @Test
    void aPlanOfNothingIsNotOutOfDate() {
        assertThat(new SavedPlan(keeper.plan(), keeper.plan(item("a", "1"))).staleness(VALIDITY))
                .isEmpty();
    }

    @Test
    void aPlanOfWhichNothingIsLeftIsOutOfDate() {
        assertThat(new SavedPlan(keeper.plan(item("a", "1")), keeper.plan(item("b", "1"))).staleness(VALIDITY))
                .contains("nothing of the plan named is left to do: plan anew to see what there is now");
    }

    @Test
    void aPlanOfAnotherJobOrRepositoryOrSettingIsOutOfDate() {
        Plan fresh = keeper.plan(item("a", "1"));
        Plan otherJob = keeper.plan(JobKind.RETENTION, LOCATION, NOW, SETTINGS, List.of(), item("a", "1"));
        Plan otherPlace = keeper.plan(JobKind.GC, "elsewhere", NOW, SETTINGS, List.of(), item("a", "1"));
        Plan otherSetting = keeper.plan(JobKind.GC, LOCATION, NOW, Map.of("grace", "P8D"), List.of(), item("a", "1"));
        assertThat(new SavedPlan(otherJob, fresh).staleness(VALIDITY))
                .get()
                .asString()
                .contains("another job");
        assertThat(new SavedPlan(otherPlace, fresh).staleness(VALIDITY))
                .get()
                .asString()
                .contains("another job");
        assertThat(new SavedPlan(otherSetting, fresh).staleness(VALIDITY))
                .get()
                .asString()
                .contains("other settings");
    }

    @ParameterizedTest
    @CsvSource({"24, false", "25, true"})
    void aPlanIsValidForItsTime(long hours, boolean stale) {
        Instant then = NOW.minus(Duration.ofHours(hours));
        Plan saved = keeper.plan(JobKind.GC, LOCATION, then, SETTINGS, List.of(), item("a", "1"));
        Plan fresh = keeper.plan(item("a", "1"), item("b", "1"));
        assertThat(new SavedPlan(saved, fresh).staleness(VALIDITY).isPresent()).isEqualTo(stale);
    }

    @Test
    void withoutANameTodaysPlanIsTaken() {
        Plan fresh = keeper.plan(item("a", "1"));
        Approved.ToExecute execute = (Approved.ToExecute) settle(fresh, Optional.empty());
        assertThat(execute.plan()).isSameAs(fresh);
        assertThat(execute.allowed().test(item("anything", "1"))).isTrue();
    }

    @Test
    void aPlanThatNeedsAPersonIsNotTakenUnnamed() {
        Plan fresh = fuse();
        JobReport report = ((Approved.Not) settle(fresh, Optional.empty())).report();
        assertThat(report.outcome()).isEqualTo(JobOutcome.NEEDS_APPROVAL);
        assertThat(report.message())
                .contains("(share, empty-live-set)")
                .contains("--plan " + fresh.header().digest());
        assertThat(report.plan()).contains(fresh);
    }

    @Test
    void namingThePlanApprovesIt() {
        Plan fresh = fuse();
        Approved approved = settle(fresh, Optional.of(fresh.header().digest().substring(0, 8)));
        assertThat(((Approved.ToExecute) approved).plan().header().digest())
                .isEqualTo(fresh.header().digest());
    }

    @Test
    void theSavedPlanIsTakenWithWhatIsLeftOfIt() {
        Plan saved = keeper.plan(item("a", "1"), item("b", "1"));
        Plan fresh = keeper.plan(item("a", "1"));
        Approved.ToExecute execute =
                (Approved.ToExecute) settle(fresh, Optional.of(saved.header().digest()));
        assertThat(execute.plan()).isSameAs(saved);
        assertThat(execute.allowed().test(item("b", "1"))).isFalse();
    }

    @Test
    void aNameThatNoPlanHasIsOutOfDate() {
        JobReport report = ((Approved.Not) settle(keeper.plan(item("a", "1")), Optional.of("0123456789"))).report();
        assertThat(report.outcome()).isEqualTo(JobOutcome.STALE);
        assertThat(report.message()).contains("no saved plan has the digest 0123456789");
    }

    @Test
    void aSavedPlanThatIsOutOfDateIsToldSo() {
        Plan saved = keeper.plan(item("a", "1"));
        Plan fresh = keeper.plan(item("b", "1"));
        JobReport report =
                ((Approved.Not) settle(fresh, Optional.of(saved.header().digest()))).report();
        assertThat(report.outcome()).isEqualTo(JobOutcome.STALE);
        assertThat(report.plan()).contains(fresh);
    }

    private Plan fuse() {
        return keeper.plan(
                JobKind.GC, LOCATION, NOW, SETTINGS, List.of(Approval.SHARE, Approval.EMPTY_LIVE_SET), item("a", "1"));
    }

    private Approved settle(Plan fresh, Optional<String> named) {
        return Approved.settle(keeper.state.plans(), keeper.managed(), JobKind.GC, fresh, named);
    }
}
