package io.fdlkeeper.cli;

/**
 * Which parts of a report an answer shows.
 *
 * @param findings files and versions found
 * @param plan     items, blockers, expected residue
 * @param results  what became of items, and what is left
 */
record CaseView(boolean findings, boolean plan, boolean results) {

    static final CaseView OF_CASE = new CaseView(false, false, false);
    static final CaseView OF_FIND = new CaseView(true, false, false);
    static final CaseView OF_PLAN = new CaseView(false, true, false);
    static final CaseView OF_EXECUTION = new CaseView(false, false, true);
    static final CaseView OF_ALL = new CaseView(true, true, true);
}
