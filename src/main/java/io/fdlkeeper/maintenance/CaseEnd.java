package io.fdlkeeper.maintenance;

import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.proof.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Ends a verified case: certifies it, then removes from the keeper's own state what shows the value. */
final class CaseEnd {

    private final CaseDesk desk;
    private final CaseChanges changes;

    CaseEnd(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /** @param notes what is left for people to do in the state */
    record Ended(WithdrawalCase subject, List<String> notes) {}

    /**
     * Certifies, saves and forgets.
     *
     * @param before the case as it is kept
     * @param after  the same, ended and with its residue
     * @param shows  whether a text shows the value
     */
    Ended end(WithdrawalCase before, WithdrawalCase after, Verification seen, Predicate<String> shows, String actor) {
        WithdrawalCase complete = after.with(after.clocks().ended(Optional.of(seen.at())));
        String digest = new Certificates(desk).issue(complete, seen);
        WithdrawalCase ended = changes.save(
                before, complete.certified(digest), CaseAction.VERIFY, actor, Map.of("certificate", digest));
        new Checkpoints(
                        desk.workplace().state().audit(),
                        desk.signing(),
                        desk.workplace().clock())
                .write();
        return new Ended(ended, forget(ended, shows));
    }

    /** Once it is certified the plan, the findings and the journal have done their work. */
    List<String> forget(WithdrawalCase ended, Predicate<String> shows) {
        List<String> notes = new ArrayList<>();
        for (String location : ended.opening().locations()) {
            notes.addAll(desk.workplace().state().forget(location, shows));
        }
        desk.cases()
                .files(ended.id())
                .destroyKey(ended.opening().guarded() ? List.of(SealedNames.SELECTORS) : List.of());
        return notes;
    }
}
