package io.fdlkeeper.telemetry;

import com.codahale.metrics.health.HealthCheck;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of one check: its last answer, and whether one is overdue. Asking costs nothing. */
final class KnownState extends HealthCheck {

    private static final Logger LOG = LoggerFactory.getLogger(KnownState.class);

    /** What is not well yet, as at the start, mostly is soon; what stays unwell is then asked ever more rarely. */
    private static final Duration FIRST_AGAIN = Duration.ofSeconds(1);

    private final ReadinessCheck check;
    private final Clock clock;
    private Optional<String> problem = Optional.of("not looked at yet");
    private Optional<Instant> lookingSince = Optional.empty();
    private Instant next = Instant.MIN;
    private Duration again = FIRST_AGAIN;

    KnownState(ReadinessCheck check, Clock clock) {
        this.check = check;
        this.clock = clock;
    }

    String name() {
        return check.name();
    }

    /** Looks, where it is time and the last look has come back; one that hangs is not joined by a second. */
    synchronized void lookWhenDue(Executor executor) {
        Instant now = clock.instant();
        if (lookingSince.isEmpty() && !now.isBefore(next)) {
            lookingSince = Optional.of(now);
            next = now.plus(check.every());
            executor.execute(this::look);
        }
    }

    private void look() {
        Optional<String> found;
        try {
            found = check.look().problem();
        } catch (Exception | LinkageError e) {
            String message = e.getMessage();
            found = Optional.of(message == null ? e.getClass().getSimpleName() : message);
        }
        answered(found);
    }

    private synchronized void answered(Optional<String> found) {
        if (problem.isPresent() != found.isPresent()) {
            if (found.isPresent()) {
                LOG.warn("Not ready: {}: {}", check.name(), found.get());
            } else {
                LOG.info("Ready: {}", check.name());
            }
        }
        problem = found;
        if (found.isPresent()) {
            Instant sooner = clock.instant().plus(again);
            next = sooner.isBefore(next) ? sooner : next;
            again = again.compareTo(check.every()) < 0 ? again.multipliedBy(2) : again;
        } else {
            again = FIRST_AGAIN;
        }
        lookingSince = Optional.empty();
    }

    /** Returns what is wrong; empty when all is well. */
    synchronized Optional<String> problem() {
        Instant now = clock.instant();
        Optional<String> overdue = lookingSince
                .map(since -> Duration.between(since, now))
                .filter(waited -> waited.compareTo(check.timeout()) > 0)
                .map(waited -> "no answer for " + waited.toSeconds() + " s");
        return overdue.isPresent() ? overdue : problem;
    }

    @Override
    protected Result check() {
        return problem().map(Result::unhealthy).orElseGet(Result::healthy);
    }
}
