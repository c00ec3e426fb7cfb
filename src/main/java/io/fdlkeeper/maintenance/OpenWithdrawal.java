package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.withdrawal.CaseClocks;
import io.fdlkeeper.withdrawal.CaseOpening;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens a case, whose clocks run from then on. */
public final class OpenWithdrawal {

    private static final int MOST_APPROVALS = 2;

    private final CaseDesk desk;
    private final CaseChanges changes;

    public OpenWithdrawal(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /**
     * Opens a case.
     *
     * @param wanted      as asked for; its approvals can raise what is recorded for a repository, never lower it
     * @param approvals   how many were asked for; empty for what is recorded or configured
     * @param awareSince  since when the leak is known
     * @param requestedAt when the person concerned asked
     */
    public CaseReport open(
            CaseOpening wanted, Optional<Integer> approvals, Instant awareSince, Optional<Instant> requestedAt) {
        Instant now = desk.workplace().clock().instant().truncatedTo(ChronoUnit.SECONDS);
        if (awareSince.isAfter(now) || requestedAt.filter(now::isBefore).isPresent()) {
            throw new IllegalArgumentException(
                    "a leak is not known, nor a request made, in the future: give a time that has passed");
        }
        List<String> notes = new ArrayList<>();
        int needed = 0;
        List<String> locations = wanted.locations().stream()
                .map(location -> desk.repositories().apply(location).location())
                .distinct()
                .toList();
        for (String location : locations) {
            needed = Math.max(needed, settled(location, approvals, wanted.openedBy(), notes));
        }
        CaseOpening opening = new CaseOpening(
                locations,
                wanted.reasonClass(),
                wanted.openedBy(),
                wanted.requester(),
                wanted.deleteTags(),
                needed,
                wanted.guarded());
        WithdrawalCase opened = new WithdrawalCase(
                "w-" + desk.workplace().ids().get(),
                CaseState.DRAFT,
                opening,
                CaseClocks.opened(now, awareSince, requestedAt),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty());
        desk.cases().create(opened);
        changes.audit(
                opened,
                opening.openedBy(),
                "case-opened",
                Map.of("reason", opening.reasonClass(), "approvals", Integer.toString(needed)));
        return CaseReport.of(
                        opened,
                        CaseReport.Outcome.DONE,
                        "opened; the authority is to be told until "
                                + opened.clocks().notifyBy()
                                + ", the person concerned to be answered until "
                                + opened.clocks().answerBy())
                .withNotes(notes);
    }

    /** What is recorded is raised by what is asked for, and recorded at the first case. */
    private int settled(String location, Optional<Integer> asked, String actor, List<String> notes) {
        asked.filter(count -> count < 0 || count > MOST_APPROVALS).ifPresent(count -> {
            throw new IllegalArgumentException("approvals are 0, 1 or 2, not " + count);
        });
        Optional<Integer> recorded = desk.cases().approvalsFor(location);
        int least = recorded.orElseGet(() -> asked.orElse(desk.rules().approvals()));
        int needed = Math.max(least, asked.orElse(least));
        if (recorded.isEmpty() || needed > recorded.get()) {
            desk.cases().recordApprovals(location, needed);
            desk.workplace()
                    .state()
                    .audit()
                    .append(new AuditEvent(
                            desk.workplace().clock().instant(),
                            actor,
                            location,
                            "withdrawal-policy-recorded",
                            Map.of(
                                    "from", recorded.map(String::valueOf).orElse("none"),
                                    "to", Integer.toString(needed))));
        }
        if (asked.isPresent() && asked.get() < needed) {
            notes.add(
                    "plans for " + location + " need " + needed
                            + " approval(s), as recorded; --approvals can raise that and never lower it: see 'withdraw policy'");
        }
        return needed;
    }
}
