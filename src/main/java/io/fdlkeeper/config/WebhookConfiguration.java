package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fdlkeeper.run.RunOutcome;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** An address that is told of runs. */
public final class WebhookConfiguration {

    private static final String OUTCOMES = "succeeded|partial|refused|stale|stopped|failed|interrupted";

    @JsonProperty("url")
    @Describe("where a message is posted for each run that ends so; a name and a password have no place in it")
    @NotBlank(message = "must be given")
    private String url = "";

    @JsonProperty("on")
    @Describe(
            "which runs are told, by how they ended: succeeded, partial, refused, stale, stopped, failed, interrupted")
    @NotEmpty(message = "must name at least one outcome")
    private List<@Pattern(regexp = OUTCOMES, message = "must be an outcome of a run, such as failed") String> on =
            List.of("failed", "refused", "partial", "interrupted");

    @JsonProperty("timeout")
    @Describe("how long one attempt may take; there are six within thirteen minutes")
    @DurationMin(seconds = 1, message = "must be at least 1 second")
    @DurationMax(seconds = 60, message = "must be at most 60 seconds")
    private Duration timeout = Duration.ofSeconds(10);

    @JsonProperty("secret")
    @Describe("signs each message in the header X-Fdl-Keeper-Signature; write ${NAME} and set the variable")
    @Size(min = 16, message = "must have at least 16 characters")
    private @Nullable String secret;

    @JsonProperty("secret-file")
    @Describe("a file with that secret, read at the start; relative to this file; counts before secret")
    @Size(min = 1, message = "must be given")
    private @Nullable String secretFile;

    private Path base = Path.of("");

    /** Returns the address. */
    public URI url() {
        return URI.create(url);
    }

    /** Returns the outcomes that are told. */
    public Set<RunOutcome> outcomes() {
        return Arrays.stream(RunOutcome.values())
                .filter(outcome -> on.contains(outcome.id()))
                .collect(Collectors.toSet());
    }

    /** Returns how long one attempt may take. */
    public Duration timeout() {
        return timeout;
    }

    /** Returns the secret that stands in the configuration itself. */
    public Optional<String> secret() {
        return Optional.ofNullable(secret);
    }

    /** Returns the file that holds the secret, absolute and normalised. */
    public Optional<Path> secretFile() {
        return Optional.ofNullable(secretFile)
                .map(file -> base.resolve(file).toAbsolutePath().normalize());
    }

    void locateUnder(Path folder) {
        base = folder;
    }

    void check(String section, Breaches breaches) {
        if (!url.isBlank() && !isAddress()) {
            breaches.add(
                    section,
                    "url",
                    List.of(),
                    "must be an address of http or https with a host, and without a name or password");
        }
        if (secretFile != null && FolderText.complaint(secretFile).isPresent()) {
            breaches.add(section, "secret-file", List.of(), "must be a file");
        }
    }

    private boolean isAddress() {
        try {
            URI address = URI.create(url);
            return address.getHost() != null
                    && address.getUserInfo() == null
                    && ("http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
