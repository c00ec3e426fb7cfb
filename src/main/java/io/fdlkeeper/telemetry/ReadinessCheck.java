package io.fdlkeeper.telemetry;

import java.time.Duration;
import java.util.Optional;

/**
 * One thing without which the keeper cannot do its work.
 *
 * @param name    the same for ever, since monitoring knows it by that
 * @param every   how often it is looked at
 * @param timeout after how long without an answer it counts as failed
 */
public record ReadinessCheck(String name, Duration every, Duration timeout, Look look) {

    private static final Duration USUAL_EVERY = Duration.ofSeconds(30);
    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);

    /** Looks, and may throw. */
    @FunctionalInterface
    public interface Look {

        /** Returns what is wrong, in a sentence for an operator; empty when all is well. */
        Optional<String> problem() throws Exception;
    }

    /** A check of something near or far, looked at as often as is usual. */
    public static ReadinessCheck of(String name, Look look) {
        return new ReadinessCheck(name, USUAL_EVERY, USUAL_TIMEOUT, look);
    }

    /** A check that costs more than a request, looked at less often. */
    public static ReadinessCheck rarely(String name, Look look) {
        return new ReadinessCheck(name, Duration.ofMinutes(10), Duration.ofMinutes(1), look);
    }
}
