package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who is told of runs that did not go well. */
public final class NotificationsConfiguration {

    @JsonProperty("webhook")
    @Describe("an address that is told of runs in a service; nobody is told without it")
    @Valid
    private @Nullable WebhookConfiguration webhook;

    /** Returns the address that is told, where there is one. */
    public Optional<WebhookConfiguration> webhook() {
        return Optional.ofNullable(webhook);
    }

    void locateUnder(Path folder) {
        webhook().ifPresent(there -> there.locateUnder(folder));
    }

    void check(Breaches breaches) {
        webhook().ifPresent(there -> there.check("notifications.webhook", breaches));
    }
}
