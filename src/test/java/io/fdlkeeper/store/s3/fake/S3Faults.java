package io.fdlkeeper.store.s3.fake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What the server does wrong, all off at first. What is switched by number wears off by itself. */
public final class S3Faults {

    /** For faults that do not wear off. */
    public static final int ALWAYS = Integer.MAX_VALUE;

    private final List<Rule> rules = new ArrayList<>();
    private final List<Rule> cuts = new ArrayList<>();
    private final List<KeyFailure> keyFailures = new ArrayList<>();
    private final Set<IgnoredCondition> ignored = EnumSet.noneOf(IgnoredCondition.class);
    private final Set<ListingFault> listing = EnumSet.noneOf(ListingFault.class);
    private Predicate<String> omitted = key -> false;
    private Predicate<String> omittedLater = key -> false;
    private Predicate<String> notEchoed = key -> false;
    private boolean deletesUnechoed;
    private boolean demandsMd5;
    private boolean namesNoRequest;
    private int abortsNeeded = 1;
    private int pageSize = ListingCalls.MOST_KEYS;
    private Duration skew = Duration.ZERO;

    /** An answer instead of the act, or the act without its answer. */
    private static final class Rule {
        private final Predicate<S3Request> applies;
        private final Optional<S3Reply> instead;
        private int left;

        Rule(Predicate<S3Request> applies, Optional<S3Reply> instead, int times) {
            this.applies = applies;
            this.instead = instead;
            left = times;
        }

        boolean takes(S3Request request) {
            if (left == 0 || !applies.test(request)) {
                return false;
            }
            left -= left == ALWAYS ? 0 : 1;
            return true;
        }
    }

    private static final class KeyFailure {
        private final Predicate<String> keys;
        private final S3Refusal failure;
        private int left;

        KeyFailure(Predicate<String> keys, S3Refusal failure, int times) {
            this.keys = keys;
            this.failure = failure;
            left = times;
        }
    }

    /** Switches everything off. */
    public synchronized void clear() {
        rules.clear();
        cuts.clear();
        keyFailures.clear();
        ignored.clear();
        listing.clear();
        omitted = key -> false;
        omittedLater = key -> false;
        notEchoed = key -> false;
        demandsMd5 = false;
        namesNoRequest = false;
        abortsNeeded = 1;
        pageSize = ListingCalls.MOST_KEYS;
        skew = Duration.ZERO;
    }

    /** Answers these operations so, without acting. */
    public void answer(S3Operation operation, S3Reply reply, int times) {
        answer(request -> request.operation() == operation, reply, times);
    }

    /** Answers these requests so, without acting. */
    public synchronized void answer(Predicate<S3Request> requests, S3Reply reply, int times) {
        rules.add(new Rule(requests, Optional.of(reply), times));
    }

    /** Acts, and closes the connection instead of saying so. */
    public void loseReplies(S3Operation operation, int times) {
        loseReplies(request -> request.operation() == operation, times);
    }

    /** Acts on these requests, and closes the connection instead of saying so. */
    public synchronized void loseReplies(Predicate<S3Request> requests, int times) {
        rules.add(new Rule(requests, Optional.empty(), times));
    }

    /** Acts, and breaks the answer off in the middle of its body. */
    public synchronized void cutReplies(S3Operation operation, int times) {
        cuts.add(new Rule(request -> request.operation() == operation, Optional.empty(), times));
    }

    /** Answers any request with 503 SlowDown. */
    public void slowDown(int times) {
        answer(request -> true, S3Reply.error(503, "SlowDown", "Please reduce your request rate."), times);
    }

    /** Allows no request of this kind. */
    public void deny(S3Operation operation, String message) {
        answer(operation, S3Reply.error(403, "AccessDenied", message), ALWAYS);
    }

    /** Answers for these keys of a batch with this error and leaves them. */
    public synchronized void failInBatch(Predicate<String> keys, String code, int times) {
        keyFailures.add(new KeyFailure(keys, new S3Refusal(500, code, "We could not delete this: " + code), times));
    }

    /** Leaves these keys out of the answer to a batch, and deletes them or not. */
    public synchronized void doNotEcho(Predicate<String> keys, boolean deleteThem) {
        notEchoed = keys;
        deletesUnechoed = deleteThem;
    }

    public synchronized void ignore(IgnoredCondition condition) {
        ignored.add(condition);
    }

    public synchronized void list(ListingFault fault) {
        listing.add(fault);
    }

    /** Shows these keys in no listing of objects. */
    public synchronized void omit(Predicate<String> keys) {
        omitted = keys;
    }

    /** Shows these keys on no page but the first of a listing. */
    public synchronized void omitFromLaterPages(Predicate<String> keys) {
        omittedLater = keys;
    }

    /** Puts at most this many keys on a page. */
    public synchronized void limitPages(int keys) {
        pageSize = keys;
    }

    public synchronized void demandMd5() {
        demandsMd5 = true;
    }

    /** Sends no request id, so that the answer may be of something that stands before the store. */
    public synchronized void nameNoRequest() {
        namesNoRequest = true;
    }

    /** Keeps an upload until it was aborted this often, as when parts still arrive. */
    public synchronized void keepUploadsUntilAborted(int times) {
        abortsNeeded = times;
    }

    /** Makes the Date of every answer differ from the server's clock. */
    public synchronized void skewDate(Duration by) {
        skew = by;
    }

    /** Returns the answer to give instead of acting. */
    synchronized Optional<S3Reply> instead(S3Request request) {
        return rules.stream()
                .filter(rule -> rule.instead.isPresent() && rule.takes(request))
                .findFirst()
                .flatMap(rule -> rule.instead);
    }

    synchronized boolean losesReply(S3Request request) {
        return rules.stream().anyMatch(rule -> rule.instead.isEmpty() && rule.takes(request));
    }

    synchronized boolean cutsReply(S3Request request) {
        return cuts.stream().anyMatch(rule -> rule.takes(request));
    }

    synchronized Optional<S3Refusal> failureInBatch(String key) {
        for (var failure : keyFailures) {
            if (failure.left > 0 && failure.keys.test(key)) {
                failure.left -= failure.left == ALWAYS ? 0 : 1;
                return Optional.of(failure.failure);
            }
        }
        return Optional.empty();
    }

    synchronized boolean ignores(IgnoredCondition condition) {
        return ignored.contains(condition);
    }

    synchronized boolean lists(ListingFault fault) {
        return listing.contains(fault);
    }

    synchronized boolean omits(String key, boolean laterPage) {
        return omitted.test(key) || laterPage && omittedLater.test(key);
    }

    synchronized boolean echoesNot(String key) {
        return notEchoed.test(key);
    }

    synchronized boolean deletesUnechoed() {
        return deletesUnechoed;
    }

    synchronized int pageSize() {
        return pageSize;
    }

    synchronized boolean demandsMd5() {
        return demandsMd5;
    }

    synchronized boolean namesNoRequest() {
        return namesNoRequest;
    }

    synchronized int abortsNeeded() {
        return abortsNeeded;
    }

    synchronized Duration skew() {
        return skew;
    }

    /** Tells whether a page says that more follow. */
    boolean truncates(boolean moreFollow) {
        return !lists(ListingFault.ENDS_EARLY)
                && (moreFollow || lists(ListingFault.REPEATS_TOKEN) || lists(ListingFault.FORGETS_TOKEN));
    }
}
