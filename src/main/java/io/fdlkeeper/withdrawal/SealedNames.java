package io.fdlkeeper.withdrawal;

/** Names of the sealed files of a case. */
public final class SealedNames {

    /** Rows of the selectors of the last find. */
    public static final String SELECTORS = "selectors";

    /** Selectors of a find that has not ended yet. */
    public static final String SELECTORS_ASKED = "selectors-asked";

    /** Findings, one for each repository. */
    public static final String FINDINGS = "findings";

    /** Rows of what a find has read so far. */
    public static final String FIND_LEDGER = "find-ledger";

    /** Removal plans, one for each repository. */
    public static final String PLAN = "plan";

    /** Rows of what became of the plan's items. */
    public static final String RESULTS = "results";

    /** Rows of steps intended and done. */
    public static final String JOURNAL = "journal";

    private SealedNames() {}
}
