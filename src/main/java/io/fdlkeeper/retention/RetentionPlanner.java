package io.fdlkeeper.retention;

import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanBuilder;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.PlanStore;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.store.ListedObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Makes the plan of a retention from a view and a policy. */
public final class RetentionPlanner {

    private final PlanStore plans;
    private final UnreachableSightings sightings;
    private final Predicate<String> isOurRun;

    public RetentionPlanner(PlanStore plans, UnreachableSightings sightings, Predicate<String> isOurRun) {
        this.plans = plans;
        this.sightings = sightings;
        this.isOurRun = isOurRun;
    }

    /** Decides about every version and freezes what is to be done. */
    public RetentionPlanning plan(RepositoryView view, RetentionPolicy policy, Holds holds) {
        if (policy.keepsNothing()) {
            return new RetentionPlanning.Refused(
                    List.of(
                            new Refusal(
                                    Guard.KEEPS_NOTHING,
                                    "",
                                    "the policy keeps no version beside those that refs name: give at least one rule, for example last: 30")));
        }
        Instant now = view.observedAt();
        Map<VersionId, Instant> unreachable = sightings.update(view.location(), unreachable(view), now);
        RetentionDecision decision = new RetentionDecider(policy, isOurRun).decide(view, holds, unreachable, now);
        try (PlanBuilder builder = new PlanBuilder(plans, JobKind.RETENTION, view.location(), now, settings(policy))) {
            decision.unmark().forEach(version -> builder.item(item(PlanAction.UNMARK, version, List.of("protected"))));
            decision.finish().forEach(version -> builder.item(item(PlanAction.FINISH, version, reasonsOf(version))));
            decision.expire()
                    .forEach((id, reasons) -> builder.item(item(PlanAction.EXPIRE, versionOf(view, id), reasons)));
            long live = view.in(VersionState.LIVE).count();
            builder.total("live", new Totals(live, 0));
            builder.total("expire", new Totals(decision.expire().size(), 0));
            return new RetentionPlanning.Planned(builder.freeze(approvals(policy, decision, live)), decision);
        }
    }

    private static Set<VersionId> unreachable(RepositoryView view) {
        Set<VersionId> reached = view.reached();
        return view.in(VersionState.LIVE)
                .map(Version::id)
                .filter(id -> !reached.contains(id))
                .collect(Collectors.toSet());
    }

    /** Interrupted marks count in the share: they are versions that go in this run. */
    private static List<Approval> approvals(RetentionPolicy policy, RetentionDecision decision, long live) {
        long going = decision.expire().size() + decision.finish().size();
        long all = live + decision.finish().size();
        return policy.maxShare().isPresent() && going > policy.maxShare().getAsDouble() * all
                ? List.of(Approval.SHARE)
                : List.of();
    }

    private static Version versionOf(RepositoryView view, VersionId id) {
        return Optional.ofNullable(view.versions().get(id)).orElseThrow();
    }

    private static List<String> reasonsOf(Version marked) {
        return List.of("marked:" + marked.mark().map(mark -> mark.reason()).orElse("unknown"));
    }

    private static PlanItem item(PlanAction action, Version version, List<String> reasons) {
        long bytes = action == PlanAction.UNMARK
                ? 0
                : version.catalogsAndLogs().stream()
                        .mapToLong(ListedObject::bytes)
                        .sum();
        return new PlanItem(action, version.id().text(), reasons, bytes, Optional.empty(), Optional.empty());
    }

    private static Map<String, String> settings(RetentionPolicy policy) {
        return Map.of("policy", policy.toString());
    }
}
