package io.fdlkeeper.store.s3.servers;

import io.fdlkeeper.store.Promise;
import java.util.List;
import java.util.Optional;

/** The one table of what a server does instead of what the contract of stores asks for. */
public final class Deviations {

    private static final String CONTROL_CHARACTERS = "data/line\nbreak\ttab\u0001control\u007f";

    private static final String PROBED = "everyPromiseIsSeenKept";

    /** Grouped as the page shows it. */
    static final List<Deviation> ALL = List.of(
            answer(S3Server.S3PROXY, S3Check.CREATE_UNLESS_TAG, "200"),
            sometimes(S3Server.S3PROXY, S3Check.REPLACE_RACE, "more"),
            answer(S3Server.S3PROXY, S3Check.CREATE_OVER_MARKER, "not there (501)"),
            answer(S3Server.S3PROXY, S3Check.DELETE_ABSENT, "204"),
            answer(S3Server.S3PROXY, S3Check.DELETE_VERSION_IF, "not there (501)"),
            answer(S3Server.S3PROXY, S3Check.DELETE_ABSENT_VERSION, "not there (501)"),
            answer(S3Server.S3PROXY, S3Check.COMPLIANCE, "not there (501)"),
            answer(S3Server.S3PROXY, S3Check.LIST_ORDER, "UTF-16"),
            answer(S3Server.S3PROXY, S3Check.KEY_EMPTY_SEGMENT, "refused (403)"),
            answer(S3Server.S3PROXY, S3Check.KEY_LEADING_SLASH, "refused (403)"),
            answer(S3Server.S3PROXY, S3Check.KEY_DOT_SEGMENT, "refused (500)"),
            answer(S3Server.MOTO, S3Check.CREATE_UNLESS_TAG, "200"),
            answer(S3Server.MOTO, S3Check.DELETE_ANY, "412, kept"),
            answer(S3Server.MOTO, S3Check.DELETE_VERSION_IF, "204, gone"),
            answer(S3Server.MOTO, S3Check.BATCH_STALE, "deleted"),
            answer(S3Server.MOTO, S3Check.BATCH_QUIET, "1"),
            answer(S3Server.MOTO, S3Check.BATCH_TOO_LONG, "200"),
            answer(S3Server.MOTO, S3Check.REQUEST_ID, "missing"),
            answer(S3Server.VERSITY, S3Check.CREATE_OVER_MARKER, "412"),
            answer(S3Server.VERSITY, S3Check.DELETE_ANY, "412, kept"),
            answer(S3Server.VERSITY, S3Check.DELETE_ABSENT, "204"),
            answer(S3Server.VERSITY, S3Check.DELETE_VERSION_IF, "204, gone"),
            answer(S3Server.VERSITY, S3Check.DELETE_ABSENT_VERSION, "400"),
            answer(S3Server.VERSITY, S3Check.BATCH_STALE, "deleted"),
            answer(S3Server.VERSITY, S3Check.BATCH_QUIET, "1"),
            answer(S3Server.VERSITY, S3Check.BATCH_TOO_LONG, "200"),
            answer(S3Server.VERSITY, S3Check.KEY_CONTROL, "becomes `x/aU+FFFDb`"),
            answer(S3Server.VERSITY, S3Check.KEY_EMPTY_SEGMENT, "becomes `x/b`"),
            answer(S3Server.VERSITY, S3Check.KEY_LEADING_SLASH, "becomes `lead`"),
            answer(S3Server.VERSITY, S3Check.KEY_TRAILING_SLASH, "refused (400)"),
            answer(S3Server.VERSITY, S3Check.KEY_DOT_SEGMENT, "becomes `c`"),
            answer(S3Server.MINIO, S3Check.CREATE_UNLESS_TAG, "200"),
            answer(S3Server.MINIO, S3Check.DELETE_STALE, "204, gone"),
            answer(S3Server.MINIO, S3Check.DELETE_ABSENT, "204"),
            answer(S3Server.MINIO, S3Check.DELETE_VERSION_IF, "204, gone"),
            answer(S3Server.MINIO, S3Check.BATCH_STALE, "deleted"),
            answer(S3Server.MINIO, S3Check.COMPLIANCE, "400, kept"),
            answer(S3Server.MINIO, S3Check.ABORT_TWICE, "204, 204"),
            answer(S3Server.MINIO, S3Check.UPLOADS_BY_PREFIX, "1, 0"),
            answer(S3Server.MINIO, S3Check.KEY_EMPTY_SEGMENT, "refused (400)"),
            answer(S3Server.MINIO, S3Check.KEY_LEADING_SLASH, "becomes `lead`"),
            answer(S3Server.MINIO, S3Check.KEY_DOT_SEGMENT, "refused (400)"),
            answer(S3Server.LOCALSTACK, S3Check.DELETE_STALE, "501, kept"),
            answer(S3Server.LOCALSTACK, S3Check.DELETE_ANY, "501, kept"),
            answer(S3Server.LOCALSTACK, S3Check.DELETE_ABSENT, "501"),
            answer(S3Server.LOCALSTACK, S3Check.DELETE_ABSENT_VERSION, "400"),
            answer(S3Server.LOCALSTACK, S3Check.BATCH_STALE, "deleted"),
            answer(S3Server.LOCALSTACK, S3Check.BATCH_TOO_LONG, "200"),
            answer(S3Server.LOCALSTACK, S3Check.LIST_IN_THREES, "5"),
            answer(S3Server.LOCALSTACK, S3Check.LIST_IN_ONES, "5"),
            // What our contract of stores asks for.
            unlessConditional(S3Server.S3PROXY),
            unlessConditional(S3Server.MOTO),
            unlessConditional(S3Server.VERSITY),
            unlessConditional(S3Server.MINIO),
            unlessConditional(S3Server.LOCALSTACK),
            contract(
                    S3Server.S3PROXY,
                    "objectThatIsNotThereIsAbsentInEveryWay",
                    "",
                    "answers 500 for a key below an object, since that is a file"),
            contract(S3Server.S3PROXY, "listingIsInTheOrderOfUtf8BytesOfWholeKeys", "", "lists in the order of UTF-16"),
            new Deviation(
                    S3Server.S3PROXY, "ofManyReplacersExactlyOneWins", "", "lets several replacers win a race", false),
            contract(
                    S3Server.S3PROXY,
                    "oddKeyIsKeptExactlyAsSpelled",
                    "data/" + "x".repeat(240),
                    "refuses a segment of 240 characters"),
            contract(
                    S3Server.MOTO,
                    "oddKeyIsKeptExactlyAsSpelled",
                    CONTROL_CHARACTERS,
                    "answers 404 for a key with a line break"),
            contract(
                    S3Server.VERSITY,
                    "oddKeyIsKeptExactlyAsSpelled",
                    CONTROL_CHARACTERS,
                    "lists control characters as U+FFFD"),
            absentIsDeleted(S3Server.S3PROXY, "deletionNeedsTheTagOfTheContent"),
            absentIsDeleted(S3Server.S3PROXY, "batchOfDeletionsIsAnsweredInItsOrder"),
            absentIsDeleted(S3Server.VERSITY, "deletionNeedsTheTagOfTheContent"),
            absentIsDeleted(S3Server.VERSITY, "batchOfDeletionsIsAnsweredInItsOrder"),
            absentIsDeleted(S3Server.VERSITY, "objectThatIsNotThereIsAbsentInEveryWay"),

            // What our probe must notice, so that deletions are made another way.
            new Deviation(
                    S3Server.S3PROXY, PROBED, Promise.REPLACE_IF_UNCHANGED.name(), "lets several replacers win", false),
            broken(S3Server.S3PROXY, Promise.BYTE_ORDER, "lists in the order of UTF-16"),
            broken(S3Server.MOTO, Promise.DELETE_MANY_IF_UNCHANGED, "compares no tags in a batch"),
            broken(S3Server.VERSITY, Promise.DELETE_MANY_IF_UNCHANGED, "compares no tags in a batch"),
            broken(S3Server.MINIO, Promise.DELETE_IF_UNCHANGED, "compares no tags in deletions"),
            broken(S3Server.MINIO, Promise.DELETE_MANY_IF_UNCHANGED, "compares no tags in a batch"),
            broken(S3Server.LOCALSTACK, Promise.DELETE_IF_UNCHANGED, "refuses conditional deletions"),
            broken(S3Server.LOCALSTACK, Promise.DELETE_MANY_IF_UNCHANGED, "compares no tags in a batch"),

            // What our contract of versions and uploads asks for.
            contract(S3Server.MOTO, "uploadTellsWhenItWasBegun", "", "says that every upload was begun in 2010"),
            contract(
                    S3Server.VERSITY,
                    "removedVersionIsGoneForGoodAndTheOthersStay",
                    "",
                    "answers 400 for a version that is gone"),
            contract(S3Server.VERSITY, "creationOverADeleteMarkerSucceeds", "", "answers 412"),
            uploadsOfAFolder("unfinishedUploadIsShownUntilItIsAborted"),
            uploadsOfAFolder("uploadsAreShownByFolder"),
            uploadsOfAFolder("uploadTellsWhenItWasBegun"),
            uploadsOfAFolder("uploadThatIsGoneIsAlreadyAbsent"));

    private Deviations() {}

    /** The server answers a question of its own so. */
    private static Deviation answer(S3Server server, S3Check check, String instead) {
        return new Deviation(server, check.name(), "", instead, true);
    }

    /** A test of the contract fails on the server. */
    private static Deviation contract(S3Server server, String test, String argument, String instead) {
        return new Deviation(server, test, argument, instead, true);
    }

    /** The probe of the adapter finds that a promise is not kept. */
    private static Deviation broken(S3Server server, Promise promise, String instead) {
        return contract(server, PROBED, promise.name(), instead);
    }

    private static Deviation absentIsDeleted(S3Server server, String test) {
        return contract(server, test, "", "answers 204 to a conditional deletion of a key that is not there");
    }

    private static Deviation uploadsOfAFolder(String test) {
        return contract(S3Server.MINIO, test, "", "shows no upload under a folder, only that of an exact key");
    }

    /** Deleting what is gone succeeds in S3, so who lost a race is told only where the deletion was conditional. */
    private static Deviation unlessConditional(S3Server server) {
        return new Deviation(
                server, "ofManyDeletersExactlyOneDeletes", "", "lets several deleters of one object succeed", false);
    }

    /** The server answers so now and then. */
    private static Deviation sometimes(S3Server server, S3Check check, String instead) {
        return new Deviation(server, check.name(), "", instead, false);
    }

    /** Returns the answers that a server may give to a question: AWS's own, or what the table has instead. */
    static List<String> expected(S3Server server, S3Check check) {
        return of(server, check.name(), "")
                .map(deviation ->
                        deviation.always() ? List.of(deviation.instead()) : List.of(check.aws(), deviation.instead()))
                .orElse(List.of(check.aws()));
    }

    static Optional<Deviation> of(S3Server server, String check, String argument) {
        return ALL.stream()
                .filter(deviation ->
                        deviation.server() == server && deviation.check().equals(check))
                .filter(deviation ->
                        deviation.argument().isEmpty() || deviation.argument().equals(argument))
                .findFirst();
    }
}
