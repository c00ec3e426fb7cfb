package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.GoAhead;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Sends requests at the store's pace, and again while only something passing is in their way.
 *
 * <p>The library's own retries are off: a conditional write that is sent twice must be judged by who sent it, and every answer must
 * reach the pace.
 */
final class Requests {

    private static final int ATTEMPTS = 5;
    private static final long FIRST_PAUSE = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(10).toNanos();

    private final Pace pace;
    private final Waiting waiting;

    Requests(Pace pace, Waiting waiting) {
        this.pace = pace;
        this.waiting = waiting;
    }

    Pace pace() {
        return pace;
    }

    /**
     * Sends a request.
     *
     * @throws SdkException the last failure, when asking again did not help or cannot help
     */
    <T> T send(Supplier<T> request) {
        return send(request, fault -> {});
    }

    /**
     * Sends a request and tells of each attempt that failed, and so may have landed or not, before the next one.
     *
     * @throws SdkException the last failure, when asking again did not help or cannot help
     */
    <T> T send(Supplier<T> request, Consumer<Fault> failed) {
        return send(request, failed, () -> true);
    }

    /**
     * Sends a request as long as there is a go-ahead for each attempt.
     *
     * @throws NotAskedException when the first attempt has none
     * @throws SdkException      the last failure, when asking again did not help, cannot help, or has no go-ahead
     */
    <T> T send(Supplier<T> request, Consumer<Fault> failed, GoAhead goAhead) {
        @Nullable SdkException last = null;
        for (int attempt = 1; ; attempt++) {
            try {
                return once(request, goAhead);
            } catch (NotAskedException e) {
                throw last == null ? e : last;
            } catch (SdkException e) {
                var fault = Fault.of(e);
                if (!fault.passes() || attempt == ATTEMPTS) {
                    throw e;
                }
                last = e;
                failed.accept(fault);
                backOff(attempt);
            }
        }
    }

    /** Waits before an attempt: longer each time, and by chance, so that many callers do not come back together. */
    void backOff(int attempt) {
        long longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(attempt, 20));
        waiting.pause(ThreadLocalRandom.current().nextLong(longest / 2, longest));
    }

    private <T> T once(Supplier<T> request, GoAhead goAhead) {
        // The pace can hold a request back for long, so the go-ahead is asked after it.
        pace.enter();
        try {
            if (!goAhead.stillHolds()) {
                throw new NotAskedException();
            }
            T answer = request.get();
            pace.answered();
            return answer;
        } catch (SdkException e) {
            if (Fault.of(e).is(Fault.Kind.THROTTLED)) {
                pace.slowDown();
            } else {
                pace.answered();
            }
            throw e;
        } finally {
            pace.leave();
        }
    }
}
