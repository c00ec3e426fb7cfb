package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Another identity for everything that deletes in a bucket. */
public final class DeleteCredentialsConfiguration {

    @JsonProperty("profile")
    @Describe("profile of the shared AWS files that gives the credentials for deleting")
    @Pattern(regexp = "\\S+", message = "must be one word")
    private @Nullable String profile;

    @JsonProperty("role-arn")
    @Describe("role to assume for deleting")
    @Pattern(regexp = "arn:\\S+", message = "must be an ARN, as in arn:aws:iam::111122223333:role/keeper-deletes")
    private @Nullable String roleArn;

    @JsonProperty("external-id")
    @Describe("external id that this role asks for")
    @Pattern(regexp = "\\S+", message = "must be one word")
    private @Nullable String externalId;

    /** Tells whether another identity deletes. */
    public boolean isGiven() {
        return profile != null || roleArn != null;
    }

    /** Returns the profile that gives the credentials. */
    public Optional<String> profile() {
        return Optional.ofNullable(profile);
    }

    /** Returns the role to assume. */
    public Optional<String> roleArn() {
        return Optional.ofNullable(roleArn);
    }

    /** Returns the external id that the role asks for. */
    public Optional<String> externalId() {
        return Optional.ofNullable(externalId);
    }

    void check(String at, Breaches breaches) {
        if (externalId != null && roleArn == null) {
            breaches.add(at, "external-id", List.of("external-id", "role-arn"), "goes with a role; give role-arn too");
        }
    }
}
