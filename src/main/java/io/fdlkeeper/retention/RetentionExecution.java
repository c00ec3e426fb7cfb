package io.fdlkeeper.retention;

import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.ItemResult;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.RootWatch;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Executes the plan of a retention, version by version, oldest first. One-shot.
 *
 * <p>Refs are read again before and after each mark, and before each catalog goes.
 */
public final class RetentionExecution {

    private final PlanExecutor executor;
    private final VersionExpiry expiry;
    private final RootWatch watch;
    private final Supplier<Holds> holds;
    private final RepositoryView view;
    private final Map<VersionId, List<String>> pointedAt = new HashMap<>();

    private final Map<ItemOutcome, Totals> outcomes = new EnumMap<>(ItemOutcome.class);
    private final List<Refusal> refusals = new ArrayList<>();
    private boolean stopped;

    public RetentionExecution(
            PlanExecutor executor, VersionExpiry expiry, RootWatch watch, Supplier<Holds> holds, RepositoryView view) {
        this.executor = executor;
        this.expiry = expiry;
        this.watch = watch;
        this.holds = holds;
        this.view = view;
        view.refs().forEach(ref -> pointedAt(ref.target()).add(ref.name().text()));
    }

    /** What came of it; refusals say why it stopped before its end. */
    public record Result(Map<ItemOutcome, Totals> outcomes, List<Refusal> refusals, boolean stopped) {}

    /**
     * Executes the items that may be.
     *
     * @param allowed tells whether an item of the plan is still one today; another is spared
     */
    public Result execute(Plan plan, Predicate<PlanItem> allowed, StopToken stop, Progress progress) {
        progress.stage("expire", plan.header().items().objects());
        plan.forEachItem(item -> {
            stopped |= stop.requested();
            if (!stopped && refusals.isEmpty()) {
                run(item, allowed).ifPresent(this::conclude);
                progress.advance(1);
            }
        });
        return new Result(Map.copyOf(outcomes), List.copyOf(refusals), stopped);
    }

    private Optional<ItemResult> run(PlanItem item, Predicate<PlanItem> allowed) {
        VersionId id = new VersionId(item.subject());
        Version version = view.versions().get(id);
        if (version == null || !allowed.test(item)) {
            return Optional.of(new ItemResult(item, ItemOutcome.SPARED, "it is no candidate any more"));
        }
        Optional<String> before = protection(id);
        if (!refusals.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (item.action()) {
                    case UNMARK ->
                        before.isPresent()
                                ? expiry.takeBack(item, version)
                                : spared(item, "nothing protects it any more");
                    case FINISH -> before.isPresent() ? spared(item, before.get()) : expiry.finish(item, version);
                    case EXPIRE -> before.isPresent() ? spared(item, before.get()) : expire(item, version);
                    case DELETE, REMOVE_FOLDER, REMOVE_DELETE_MARKER, ABORT_UPLOAD, PURGE ->
                        throw new IllegalArgumentException("no item of a retention: " + item.action());
                });
    }

    private ItemResult expire(PlanItem item, Version version) {
        Optional<ItemResult> failed = expiry.mark(item, version);
        if (failed.isPresent()) {
            return failed.get();
        }
        Optional<String> after = protection(version.id());
        if (after.isPresent()) {
            ItemResult back = expiry.takeBack(item, version);
            return back.outcome().isGood() ? spared(item, after.get()) : back;
        }
        if (!refusals.isEmpty()) {
            return new ItemResult(item, ItemOutcome.MARKED, "refs could not be read again; the next run finishes it");
        }
        return expiry.lingers()
                ? new ItemResult(item, ItemOutcome.MARKED, "its catalogs go when the mark has stood long enough")
                : expiry.finish(item, version);
    }

    /** Reads refs and holds again and returns what protects the version now. */
    private Optional<String> protection(VersionId id) {
        RootWatch.Changes changes = watch.lookAtRefs();
        if (!changes.refusals().isEmpty()) {
            refusals.addAll(changes.refusals());
            return Optional.empty();
        }
        // A ref that moved away still protects in this run: what it named was decided about with the ref in place.
        changes.refs().forEach(ref -> pointedAt(ref.target()).add(ref.name().text()));
        if (!pointedAt(id).isEmpty()) {
            return Optional.of("named by " + pointedAt(id));
        }
        return holds.get().on(id).map(hold -> "hold " + hold.id() + ": " + hold.reason());
    }

    private List<String> pointedAt(VersionId id) {
        return pointedAt.computeIfAbsent(id, version -> new ArrayList<>());
    }

    private static ItemResult spared(PlanItem item, String reason) {
        return new ItemResult(item, ItemOutcome.SPARED, reason);
    }

    private void conclude(ItemResult result) {
        executor.conclude(result);
        Totals before = outcomes.getOrDefault(result.outcome(), Totals.NONE);
        outcomes.put(result.outcome(), before.plus(result.item().bytes()));
    }
}
