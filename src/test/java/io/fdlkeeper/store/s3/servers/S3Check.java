package io.fdlkeeper.store.s3.servers;

import java.util.function.Function;

/** A question put to a server by itself, without our adapter, with AWS's answer. */
enum S3Check {
    CREATE_TWICE("`If-None-Match: *` twice on one key", "200, 412", WriteChecks::createTwice),
    CREATE_RACE("8 creations at once, 5 keys: winners", "1", WriteChecks::createRace),
    CREATE_UNLESS_TAG("`If-None-Match` with an ETag", "501", WriteChecks::createUnlessTag),
    REPLACE("`PUT` with `If-Match`: stale, current, absent key", "412, 200, 404", WriteChecks::replace),
    REPLACE_RACE("8 replacements at once, 5 keys: winners", "1", WriteChecks::replaceRace),
    CREATE_OVER_MARKER("creation over a delete marker", "200", WriteChecks::createOverMarker),
    COMPLETE_OVER_EXISTING(
            "completing an upload with `If-None-Match: *` over an object", "412", WriteChecks::completeOver),
    DELETE_STALE("`DELETE` with a stale `If-Match`", "412, kept", DeleteChecks::stale),
    DELETE_ANY("`DELETE` with `If-Match: *`", "204, gone", DeleteChecks::any),
    DELETE_ABSENT("`DELETE` with `If-Match` of an absent key", "404", DeleteChecks::absent),
    DELETE_VERSION_IF("`DELETE` of a version with `If-Match`", "501, kept", DeleteChecks::versionConditionally),
    DELETE_ABSENT_VERSION("`DELETE` of an absent version", "204", DeleteChecks::absentVersion),
    BATCH_STALE("`DeleteObjects` with one stale ETag", "kept", DeleteChecks::batchStale),
    BATCH_QUIET("`DeleteObjects` with `Quiet`: deletions told", "0", DeleteChecks::batchQuiet),
    BATCH_ABSENT("`DeleteObjects` of one object and one absent key: deletions told", "2", DeleteChecks::batchAbsent),
    BATCH_TOO_LONG("`DeleteObjects` with 1001 keys", "400", DeleteChecks::batchTooLong),
    COMPLIANCE("`DELETE` of a version under `COMPLIANCE`", "403, kept", DeleteChecks::compliance),
    ABORT_TWICE("aborting an upload twice", "204, 404", DeleteChecks::abortTwice),
    UPLOADS_BY_PREFIX("uploads listed: of the bucket, under a folder", "1, 1", ListingChecks::uploadsByPrefix),
    LIST_ORDER("order of U+FF5E and U+1F600", "UTF-8", ListingChecks::order),
    LIST_IN_THREES("9 odd keys on pages of 3", "9", ListingChecks::inThrees),
    LIST_IN_ONES("9 odd keys on pages of 1", "9", ListingChecks::inOnes),
    KEY_CONTROL("key with U+0001", "kept", probe -> ListingChecks.key(probe, "x/a\u0001b")),
    KEY_PERCENT("key with `+`, space and `%41`", "kept", probe -> ListingChecks.key(probe, "x/a b+c%41")),
    KEY_MARKUP("key with `<&>\"'`", "kept", probe -> ListingChecks.key(probe, "x/<&>\"'")),
    KEY_EMPTY_SEGMENT("key `x//b`", "kept", probe -> ListingChecks.key(probe, "x//b")),
    KEY_LEADING_SLASH("key `/lead`", "kept", probe -> ListingChecks.key(probe, "/lead")),
    KEY_TRAILING_SLASH("key `x/b/` with content", "kept", probe -> ListingChecks.key(probe, "x/b/")),
    KEY_DOT_SEGMENT("key `x/../c`", "kept", probe -> ListingChecks.key(probe, "x/../c")),
    DATE("header `Date`", "sent", probe -> ListingChecks.header(probe, "Date")),
    REQUEST_ID("header `x-amz-request-id`", "sent", probe -> ListingChecks.header(probe, "x-amz-request-id"));

    private final String title;
    private final String aws;
    private final Function<Probe, String> run;

    S3Check(String title, String aws, Function<Probe, String> run) {
        this.title = title;
        this.aws = aws;
        this.run = run;
    }

    String title() {
        return title;
    }

    /** Returns what AWS answers, by its documents and by reports of live probes. */
    String aws() {
        return aws;
    }

    /** Asks a server. */
    String observe(Probe probe) {
        return run.apply(probe);
    }
}
