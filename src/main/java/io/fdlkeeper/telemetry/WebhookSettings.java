package io.fdlkeeper.telemetry;

import io.fdlkeeper.run.RunOutcome;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where word of runs goes.
 *
 * @param url     an address of http or https
 * @param on      the outcomes that are told
 * @param timeout of one attempt
 * @param secret  signs each message; empty for none
 * @param waits   before the second attempt, the third, and so on; after the last of them a message is given up
 */
public record WebhookSettings(
        URI url, Set<RunOutcome> on, Duration timeout, Optional<String> secret, List<Duration> waits) {

    private static final List<Duration> USUAL_WAITS = List.of(
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10));

    public WebhookSettings {
        on = Set.copyOf(on);
        waits = List.copyOf(waits);
    }

    /** Shows no secret, and of the address only where it is. */
    @Override
    public String toString() {
        return "WebhookSettings[" + url.getHost() + ", on=" + on + "]";
    }

    /** Settings that are patient with a receiver: six attempts within thirteen minutes. */
    public static WebhookSettings of(URI url, Set<RunOutcome> on, Duration timeout, Optional<String> secret) {
        return new WebhookSettings(url, on, timeout, secret, USUAL_WAITS);
    }
}
