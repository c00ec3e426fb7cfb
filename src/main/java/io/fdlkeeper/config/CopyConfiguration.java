package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fdlkeeper.maintenance.WithdrawalRules;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** A place that holds a copy of a repository and is not the keeper's to clear. */
public final class CopyConfiguration {

    @JsonProperty("name")
    @Describe("what people call it")
    @NotBlank(message = "must be given")
    private String name = "";

    @JsonProperty("repository")
    @Describe("the repository it is a copy of; of all without it")
    @Size(min = 1, message = "must be given")
    private @Nullable String repository;

    @JsonProperty("kind")
    @Describe("replica, mirror, backup, cdn or reader")
    @Pattern(regexp = "replica|mirror|backup|cdn|reader", message = "must be replica, mirror, backup, cdn or reader")
    private String kind = "mirror";

    @JsonProperty("contact")
    @Describe("who clears it")
    @NotBlank(message = "must be given")
    private String contact = "";

    @JsonProperty("check-address")
    @Describe("an http or https address behind which its keys can be asked for; nothing is asked without it")
    @Pattern(regexp = "https?://.+", message = "must be an address of http or https")
    private @Nullable String checkAddress;

    @JsonProperty("clear-within")
    @Describe("how long they have")
    @DurationMin(minutes = 1, message = "must be at least 1 minute")
    private Duration clearWithin = Duration.ofDays(30);

    WithdrawalRules.Copy toCopy(Map<String, String> locations) {
        return new WithdrawalRules.Copy(
                name,
                Optional.ofNullable(repository).map(known -> locations.getOrDefault(known, known)),
                kind,
                contact,
                Optional.ofNullable(checkAddress),
                clearWithin);
    }

    void check(String section, Set<String> repositories, Breaches breaches) {
        if (repository != null && !repository.isEmpty() && !repositories.contains(repository)) {
            breaches.add(section, "repository", List.of(), "must be the name of a repository of this file");
        }
    }
}
