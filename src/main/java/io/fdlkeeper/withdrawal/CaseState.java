package io.fdlkeeper.withdrawal;

/** Where a case stands. */
public enum CaseState {
    /** Opened; nothing was looked for yet. */
    DRAFT(true),
    /** A find runs, or was cut off and goes on where it was. */
    FINDING(true),
    /** Everything was read; what was found may be nothing. */
    FOUND(true),
    /** Something could not be read and may hold the value. */
    FIND_INCOMPLETE(true),
    /** A plan is frozen that nobody was asked about yet. */
    PLANNED(true),
    /** A plan was made, and its blockers are for the writer to remove first. */
    BLOCKED(true),
    /** The plan waits for people. */
    AWAITING_APPROVAL(true),
    /** Enough people approved the plan, and the window to execute it is open. */
    APPROVED(true),
    /** Items are acted on. */
    EXECUTING(true),
    /** A person stopped the execution; all marks are placed if a file is gone. */
    PAUSED(true),
    /** What is there is no longer what was planned; plan anew. */
    DRIFTED(true),
    /** Some items could not be done, or the verification found something left. */
    PARTIAL(true),
    /** All items were acted on; the independent look comes next. */
    VERIFYING(true),
    /** Verified, and nothing is left. */
    COMPLETE(false),
    /** Verified; what is left is named, with who must act. */
    COMPLETE_WITH_RESIDUE(false),
    /** What was withdrawn is back: the approved plan may run again for exactly that. */
    REAPPEARED(true),
    /** An approver said no. */
    REJECTED(false),
    /** A window ran out before enough people acted. */
    EXPIRED(false),
    /** Given up before the first deletion. */
    CANCELLED(false);

    private final boolean open;

    CaseState(boolean open) {
        this.open = open;
    }

    /** Tells whether people still have something to do. */
    public boolean isOpen() {
        return open;
    }
}
