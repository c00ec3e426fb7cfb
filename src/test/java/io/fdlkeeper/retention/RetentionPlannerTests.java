package io.fdlkeeper.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.run.JobKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionPlannerTests {

    private final InMemoryState state = new InMemoryState();

    @Test
    void aPlanUnmarksThenFinishesThenExpires() {
        Plan plan = planned(
                "now 2026-11-30T12:00:00Z",
                "policy last=1",
                "v1 2026-11-01",
                "v2 2026-11-02 marked retention ours 2026-11-03",
                "v3 2026-11-03 marked retention - 2026-11-04",
                "v4 2026-11-04",
                "refs/heads/main v4",
                "refs/tags/a v2");
        assertThat(items(plan))
                .containsExactly(
                        item(PlanAction.UNMARK, 2, 0, "protected"),
                        item(PlanAction.FINISH, 3, History.CATALOG_BYTES, "marked:retention"),
                        item(
                                PlanAction.EXPIRE,
                                1,
                                History.CATALOG_BYTES,
                                "superseded",
                                "no ref, rule or hold keeps it"));
        assertThat(plan.header().job()).isEqualTo(JobKind.RETENTION);
        assertThat(plan.header().repository()).isEqualTo(History.LOCATION);
        assertThat(plan.header().totals()).isEqualTo(Map.of("live", new Totals(2, 0), "expire", new Totals(1, 0)));
        assertThat(plan.header().needsApproval()).isEmpty();
    }

    @Test
    void aPolicyThatKeepsNothingIsRefused() {
        RetentionPlanning planning = plan("now 2026-11-30T12:00:00Z", "policy last=0", "v1 2026-11-01");
        assertThat(planning).isInstanceOfSatisfying(RetentionPlanning.Refused.class, refused -> {
            assertThat(refused.refusals()).extracting(Refusal::guard).containsExactly(Guard.KEEPS_NOTHING);
            assertThat(refused.refusals().get(0).detail()).contains("last: 30");
        });
        assertThat(state.plans().find("0".repeat(64))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.5, false", "0.49, true", "0.51, false"})
    void exactlyTheShareIsFineAndAboveItNeedsAPerson(double share, boolean needed) {
        Plan plan = planned(
                "now 2026-11-30T12:00:00Z",
                "policy last=2 share=" + share,
                "v1 2026-11-01",
                "v2 2026-11-02",
                "v3 2026-11-03",
                "v4 2026-11-04",
                "refs/heads/main v4");
        assertThat(plan.header().needsApproval()).isEqualTo(needed ? List.of(Approval.SHARE) : List.of());
    }

    @ParameterizedTest
    @CsvSource({"0.6, false", "0.59, true"})
    void interruptedMarksCountInTheShare(double share, boolean needed) {
        Plan plan = planned(
                "now 2026-11-30T12:00:00Z",
                "policy last=2 share=" + share,
                "v1 2026-11-01 marked retention - 2026-11-29",
                "v2 2026-11-02 marked retention - 2026-11-29",
                "v3 2026-11-03",
                "v4 2026-11-04",
                "v5 2026-11-05",
                "refs/heads/main v5");
        assertThat(plan.header().needsApproval()).isEqualTo(needed ? List.of(Approval.SHARE) : List.of());
    }

    @Test
    void unreachableVersionsAreCountedFromTheFirstSight() {
        String[] story = {
            "policy last=1 unreachable-after=P30D", "v1 2026-01-01", "x1 2026-01-02 parent none", "refs/heads/main v1"
        };
        assertThat(items(planned(with("now 2026-10-01T00:00:00Z", story)))).isEmpty();
        assertThat(items(planned(with("now 2026-10-31T00:00:00Z", story)))).isEmpty();
        assertThat(items(planned(with("now 2026-10-31T00:00:01Z", story))))
                .extracting(PlanItem::reasons)
                .containsExactly(List.of("unreachable", "no ref has reached it since 2026-10-01T00:00:00Z"));
    }

    @Test
    void versionsThatAreReachedOrNotLiveAreNotSighted() {
        planned(
                "now 2026-10-01T00:00:00Z",
                "policy last=1 unreachable-after=P30D",
                "v1 2026-01-01",
                "v2 2026-01-02",
                "x1 2026-01-03 parent none marked retention - 2026-09-01",
                "x2 2026-01-03 parent none",
                "refs/heads/main v2");
        assertThat(state.sightings()
                        .update(
                                History.LOCATION,
                                java.util.Set.of(History.id(1), History.id(3), History.id(4)),
                                java.time.Instant.MAX))
                .containsEntry(History.id(4), java.time.Instant.parse("2026-10-01T00:00:00Z"))
                .containsEntry(History.id(1), java.time.Instant.MAX)
                .containsEntry(History.id(3), java.time.Instant.MAX);
    }

    @Test
    void thePlanIsKeptUnderItsDigestWithThePolicyItWasMadeBy() {
        Plan plan = planned("now 2026-11-30T12:00:00Z", "policy last=1", "v1 2026-11-01", "refs/heads/main v1");
        assertThat(state.plans().find(plan.header().digest())).isPresent();
        assertThat(plan.header().settings())
                .isEqualTo(Map.of("policy", RetentionPolicy.exactly(1).toString()));
    }

    private static String[] with(String first, String... more) {
        List<String> lines = new ArrayList<>(List.of(first));
        lines.addAll(List.of(more));
        return lines.toArray(String[]::new);
    }

    private RetentionPlanning plan(String... lines) {
        RetentionStory story = RetentionStory.of(List.of(lines));
        return new RetentionPlanner(state.plans(), state.sightings(), "ours"::equals)
                .plan(story.view(), story.policy(), Holds.NONE);
    }

    private Plan planned(String... lines) {
        return ((RetentionPlanning.Planned) plan(lines)).plan();
    }

    private static List<PlanItem> items(Plan plan) {
        List<PlanItem> items = new ArrayList<>();
        plan.forEachItem(items::add);
        return items;
    }

    private static PlanItem item(PlanAction action, int version, long bytes, String... reasons) {
        return new PlanItem(
                action, History.id(version).text(), List.of(reasons), bytes, Optional.empty(), Optional.empty());
    }
}
