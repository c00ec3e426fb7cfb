package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.StoreClock;
import io.fdlkeeper.store.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * The store's time, as the dates of its own answers tell it.
 *
 * <p>It never goes back. Between two answers it goes on by what has passed here; an answer older than a few seconds, by either of our
 * clocks, is no longer taken for the present, and the store is asked.
 */
final class StoreTime implements ExecutionInterceptor, StoreClock {

    private static final Duration FRESH = Duration.ofSeconds(5);

    private final Clock clock;
    private final Waiting waiting;
    private final Runnable ask;
    private @Nullable Seen latest;

    /** What was told last: of several machines behind one address, one that is behind must not make time go back. */
    private Instant floor = Instant.MIN;

    /** A date of an answer, and our own two clocks when it came. */
    private record Seen(Instant date, Instant ours, long nanos) {}

    /**
     * @param ask sends some request to the store
     */
    StoreTime(Clock clock, Waiting waiting, Runnable ask) {
        this.clock = clock;
        this.waiting = waiting;
        this.ask = ask;
    }

    @Override
    public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
        var answer = context.httpResponse();
        // What a cache kept carries the date of another day.
        if (answer.firstMatchingHeader("Age").isEmpty()) {
            answer.firstMatchingHeader("Date").flatMap(StoreTime::parsed).ifPresent(this::observe);
        }
    }

    private static Optional<Instant> parsed(String text) {
        try {
            return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text)));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    synchronized void observe(Instant date) {
        latest = new Seen(date, clock.instant(), waiting.nanos());
    }

    private synchronized Optional<Instant> fresh() {
        var seen = latest;
        if (seen == null
                || waiting.nanos() - seen.nanos() > FRESH.toNanos()
                || Duration.between(seen.ours(), clock.instant()).abs().compareTo(FRESH) > 0) {
            return Optional.empty();
        }
        var reckoned = seen.date().plusNanos(Math.max(0, waiting.nanos() - seen.nanos()));
        floor = reckoned.isAfter(floor) ? reckoned : floor;
        return Optional.of(floor);
    }

    @Override
    public Instant now() {
        var known = fresh();
        if (known.isPresent()) {
            return known.get();
        }
        ask.run();
        return fresh().orElseThrow(
                        () -> new StoreException(
                                "The store's answers carry no date, so ages cannot be counted in its time; reach the store itself and not through a cache."));
    }
}
