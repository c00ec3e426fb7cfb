package io.fdlkeeper.maintenance;

import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseApproval;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.EnrolledKey;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Takes the word of people on a plan: who approves it is neither its requester nor the same person twice. */
public final class ApproveWithdrawal {

    /** The namespace of a signature over a plan's digest. */
    public static final String NAMESPACE = "fdl-keeper-withdrawal";

    private static final int SHORTEST_DIGEST = 8;

    private final CaseDesk desk;
    private final CaseChanges changes;

    public ApproveWithdrawal(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /**
     * Approves a plan.
     *
     * @param digest     the plan's digest, or a beginning of it of at least {@value #SHORTEST_DIGEST} characters
     * @param signature  an armoured SSH signature over the whole digest in the namespace {@value #NAMESPACE}
     * @param breakGlass why one person does what several should; it stands for every approval that is missing
     */
    public CaseReport approve(
            String caseId, String digest, String actor, Optional<String> signature, Optional<String> breakGlass) {
        if (breakGlass.filter(String::isBlank).isPresent()) {
            throw new IllegalArgumentException("breaking the glass needs a reason: say why nobody else can approve");
        }
        WithdrawalCase before = changes.require(caseId);
        breakGlass.ifPresent(reason -> new SaidInClear(desk.cases().files(caseId)).require("the reason", reason));
        Optional<CaseReport> refusal = changes.refusal(before, CaseAction.APPROVE, actor)
                .or(() -> stale(before, digest, actor))
                .or(() -> breakGlass.isPresent() ? Optional.empty() : notAnother(before, actor));
        if (refusal.isPresent()) {
            return refusal.get();
        }
        WithdrawalCase.FrozenPlan plan = before.plan().orElseThrow();
        Optional<EnrolledKey> key = signature.flatMap(armoured -> desk.signing()
                .signer(
                        NAMESPACE,
                        plan.digest().getBytes(StandardCharsets.UTF_8),
                        armoured,
                        desk.cases().enrolledKeys()));
        Optional<CaseReport> unsigned = unsigned(before, actor, signature, key)
                .or(() -> breakGlass.isPresent() ? Optional.empty() : sameKey(before, actor, key));
        if (unsigned.isPresent()) {
            return unsigned.get();
        }
        CaseApproval approval = new CaseApproval(
                actor,
                desk.workplace().clock().instant(),
                plan.digest(),
                key.map(one -> desk.signing().fingerprint(one.publicKey())),
                breakGlass.map(String::strip));
        return record(before, plan, approval);
    }

    /** Says no to a plan; a new one may be made. */
    public CaseReport reject(String caseId, String actor, String reason) {
        WithdrawalCase before = changes.require(caseId);
        Optional<CaseReport> refusal = changes.refusal(before, CaseAction.REJECT, actor);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        new SaidInClear(desk.cases().files(caseId)).require("the reason", reason);
        WithdrawalCase rejected =
                changes.save(before, before.in(CaseState.REJECTED), CaseAction.REJECT, actor, Map.of("reason", reason));
        return CaseReport.of(
                rejected,
                CaseReport.Outcome.DONE,
                rejected.hasDeleted()
                        ? "the plan is rejected; what earlier plans of the case deleted is gone"
                        : "the plan is rejected, and nothing was deleted");
    }

    private Optional<CaseReport> stale(WithdrawalCase subject, String digest, String actor) {
        WithdrawalCase.FrozenPlan plan = subject.plan().orElseThrow();
        Instant now = desk.workplace().clock().instant();
        if (now.isAfter(plan.approveUntil())) {
            WithdrawalCase expired = changes.save(
                    subject, subject.in(CaseState.EXPIRED), CaseAction.APPROVE, actor, Map.of("plan", plan.digest()));
            return Optional.of(CaseReport.of(
                    expired,
                    CaseReport.Outcome.STALE,
                    "the plan was to be approved until " + plan.approveUntil()
                            + ": make it anew with 'withdraw plan'"));
        }
        boolean same = digest.length() >= SHORTEST_DIGEST && plan.digest().startsWith(digest.toLowerCase(Locale.ROOT));
        if (same) {
            return Optional.empty();
        }
        changes.audit(subject, actor, "case-approve-refused", Map.of("plan", plan.digest(), "why", "stale-digest"));
        return Optional.of(CaseReport.of(
                subject,
                CaseReport.Outcome.STALE,
                "the digest given is not the plan's: look at the plan with 'withdraw show' and give its digest, or"
                        + " at least 8 characters of it"));
    }

    private Optional<CaseReport> notAnother(WithdrawalCase subject, String actor) {
        boolean own = isSame(actor, subject.opening().openedBy())
                || subject.opening()
                        .requester()
                        .filter(name -> isSame(actor, name) || name.equals(FindLeak.withheld(desk, actor)))
                        .isPresent();
        if (own) {
            return Optional.of(changes.refuse(
                    subject,
                    CaseAction.APPROVE,
                    actor,
                    "who opened or asked for a case does not approve its plan: let somebody else do it"));
        }
        boolean twice = subject.approvals().stream().anyMatch(one -> isSame(actor, one.by()));
        return twice
                ? Optional.of(changes.refuse(
                        subject,
                        CaseAction.APPROVE,
                        actor,
                        actor + " has approved it already: the next approval is another person's"))
                : Optional.empty();
    }

    private static boolean isSame(String one, String other) {
        return one.strip().equalsIgnoreCase(other.strip());
    }

    /** Once keys are enrolled only their signatures count; before that a name counts, and is told as unverified. */
    private Optional<CaseReport> unsigned(
            WithdrawalCase subject, String actor, Optional<String> signature, Optional<EnrolledKey> key) {
        boolean signed = key.filter(one -> isSame(one.person(), actor)).isPresent();
        if (signed || (signature.isEmpty() && desk.cases().enrolledKeys().isEmpty())) {
            return Optional.empty();
        }
        String digest = subject.plan().orElseThrow().digest();
        return Optional.of(changes.refuse(
                subject,
                CaseAction.APPROVE,
                actor,
                (signature.isPresent()
                                ? "the signature is not by an enrolled key of " + actor + " over this plan's digest"
                                : "keys are enrolled, so a name alone does not count")
                        + ": sign with 'printf %s " + digest + " | ssh-keygen -Y sign -n " + NAMESPACE
                        + " -f KEY' and give the result with --signature"));
    }

    /** Whoever approved and now breaks the glass signs twice, and is told as one person. */
    private Optional<CaseReport> sameKey(WithdrawalCase subject, String actor, Optional<EnrolledKey> key) {
        return key.map(one -> desk.signing().fingerprint(one.publicKey()))
                .filter(print -> subject.approvals().stream()
                        .anyMatch(other -> other.keyId().filter(print::equals).isPresent()))
                .map(print -> changes.refuse(
                        subject, CaseAction.APPROVE, actor, "this key has signed an approval of it already"));
    }

    private CaseReport record(WithdrawalCase before, WithdrawalCase.FrozenPlan plan, CaseApproval approval) {
        List<CaseApproval> approvals = new ArrayList<>(before.approvals());
        approvals.add(approval);
        boolean enough = approval.breakGlass().isPresent()
                || approvals.size() >= before.opening().approvals();
        Instant until = desk.workplace().clock().instant().plus(desk.rules().executeWithin());
        WithdrawalCase.FrozenPlan open = new WithdrawalCase.FrozenPlan(
                plan.digest(), plan.frozenAt(), plan.approveUntil(), enough ? Optional.of(until) : Optional.empty());
        WithdrawalCase approved = changes.save(
                before,
                before.approved(approvals, open).in(enough ? CaseState.APPROVED : CaseState.AWAITING_APPROVAL),
                CaseAction.APPROVE,
                approval.by(),
                Map.of(
                        "plan", plan.digest(),
                        "key", approval.keyId().orElse("unverified")));
        if (approval.breakGlass().isPresent()) {
            changes.audit(
                    approved,
                    approval.by(),
                    "case-break-glass",
                    Map.of("reason", approval.breakGlass().get()));
        }
        return CaseReport.of(
                approved,
                CaseReport.Outcome.DONE,
                (approval.breakGlass().isPresent()
                                ? "BREAK-GLASS: approved by one person alone, which the audit log and the certificate tell"
                                : "approved by " + approval.by()
                                        + (approval.isVerified() ? "" : " (a name without a signature: unverified)"))
                        + (enough
                                ? "; it may be executed until " + until
                                : "; " + (before.opening().approvals() - approvals.size()) + " more needed"));
    }
}
