package io.fdlkeeper.docs;

import io.fdlkeeper.gc.Verdict;
import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.PlanAction;

/** What the words of answers mean. A word without a line here does not compile. */
final class OutcomeMeanings {

    private OutcomeMeanings() {}

    static String of(Approval approval) {
        return switch (approval) {
            case SHARE -> "It takes more than `max-share` of the objects, of the bytes, or of the live versions.";
            case EMPTY_LIVE_SET ->
                "No live version names any file, or one names none and it cannot be told whether its names were lost.";
            case UNKNOWN_FOLDER ->
                "It takes files from a folder in which no catalog we read ever named anything: perhaps somebody else's.";
            case UNKNOWN_RELEASE ->
                "With `--trust-age`: a version was marked within the grace period, and nobody knows which files it named.";
        };
    }

    static String of(JobOutcome outcome) {
        return switch (outcome) {
            case PLANNED -> "There is a plan; nothing was done. Exit code 0.";
            case SUCCEEDED -> "All of it was done. Exit code 0.";
            case PARTIAL ->
                "Some of it was not done: a store refused or failed, or a guard stopped the run midway. Exit code 3.";
            case REFUSED -> "A guard refused; nothing was deleted. Exit code 4.";
            case NEEDS_APPROVAL -> "There is a plan, and a person must name its digest. Exit code 4.";
            case STALE ->
                "The plan named is out of date: too old, other settings, or nothing of it is left. Exit code 5.";
            case STOPPED -> "It was asked to stop and did, after the batch in hand. Exit code 3.";
            case BUSY -> "Another run holds the lease on this repository. Exit code 6.";
            case VERIFICATION_FAILED -> "Something that should be there is not, or cannot be read. Exit code 7.";
            case FAILED -> "An error; the message says which. Exit code 1.";
        };
    }

    static String of(PlanAction action) {
        return switch (action) {
            case DELETE -> "Delete one object, if it is still the one that was seen.";
            case EXPIRE -> "Take a version out of retention: put its mark, then delete its catalogs.";
            case FINISH -> "Delete the catalogs of a version that is marked already.";
            case UNMARK -> "Take our own mark back from a version that a ref or a hold protects, or that is restored.";
            case REMOVE_FOLDER -> "Remove a folder that holds nothing.";
            case REMOVE_DELETE_MARKER -> "Remove the delete marker that hides an object, so that it is there again.";
            case ABORT_UPLOAD -> "Abort the unfinished uploads of one key.";
            case PURGE ->
                "Remove for good the old versions of a key that this keeper deleted, and then its delete markers.";
        };
    }

    static String of(ItemOutcome outcome) {
        return switch (outcome) {
            case DELETED -> "It is gone.";
            case ALREADY_ABSENT -> "It was gone before.";
            case SPARED -> "It was left: named again, held, protected, or no candidate any more.";
            case CHANGED -> "It was left: another content stands there than the one planned.";
            case REFUSED -> "The store does not allow it.";
            case FAILED -> "It may or may not be gone; the next run finds out.";
            case MARKED -> "The version's mark is put, and its catalogs wait until the mark has stood long enough.";
            case RESTORED -> "It had been deleted, and is there again with the content it had.";
        };
    }

    static String of(Verdict verdict) {
        return switch (verdict) {
            case LIVE -> "A live version names it. It stays.";
            case HISTORY_ONLY ->
                "Live versions name it, but only in rows that a later snapshot ended. It stays until its writer expires snapshots.";
            case VIEW_NAMED -> "The SQL of a live version, or an address of it outside, may mean it. It stays.";
            case YOUNG -> "Nothing names it, and it is not older than the grace period. It waits.";
            case FOREIGN -> "Not of a kind that is ever collected (`gc.suffixes`). It stays.";
            case HELD -> "Nothing names it, and a hold keeps it.";
            case FIRST_SEEN ->
                "Nothing names it, and the keeper has not seen it so for longer than the grace period. It waits.";
            case RECENTLY_RELEASED -> "A version marked less than the grace period ago names it. It waits.";
            case CANDIDATE -> "It may go.";
        };
    }
}
