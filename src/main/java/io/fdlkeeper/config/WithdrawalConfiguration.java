package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fdlkeeper.maintenance.WithdrawalRules;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** How leaked data is withdrawn. */
public final class WithdrawalConfiguration {

    @JsonProperty("approvals")
    @Describe(
            "how many people must approve a plan, 0 to 2, where the state has recorded nothing for the repository yet")
    @Min(value = 0, message = "must be 0, 1 or 2")
    @Max(value = 2, message = "must be 0, 1 or 2")
    private int approvals = WithdrawalRules.DEFAULT.approvals();

    @JsonProperty("approve-within")
    @Describe("how long a frozen plan waits for approvals")
    @DurationMin(minutes = 1, message = "must be at least 1 minute")
    private Duration approveWithin = WithdrawalRules.DEFAULT.approveWithin();

    @JsonProperty("execute-within")
    @Describe("how long an approved plan may be executed")
    @DurationMin(minutes = 1, message = "must be at least 1 minute")
    private Duration executeWithin = WithdrawalRules.DEFAULT.executeWithin();

    @JsonProperty("guard-for")
    @Describe("how long new versions are looked at for withdrawn data after a case has ended")
    @DurationMin(message = "must not be negative")
    private Duration guardFor = WithdrawalRules.DEFAULT.guardFor();

    @JsonProperty("refs-index")
    @Describe(
            "who writes refs.json after a tag was deleted: write for the keeper, host for a host that moves refs itself")
    @Pattern(regexp = "write|host", message = "must be write or host")
    private String refsIndex = "write";

    @JsonProperty("signing-key-file")
    @Describe(
            "an OpenSSH private key that signs certificates; relative to this file; one is made in the state without it")
    @Size(min = 1, message = "must be given")
    private @Nullable String signingKeyFile;

    @JsonProperty("sealing-key-file")
    @Describe(
            "a file of 64 hexadecimal digits, as 'openssl rand -hex 32' makes, with which the keys of sealed files are encrypted;"
                    + " relative to this file; without it they lie in the state directory as they are")
    @Size(min = 1, message = "must be given")
    private @Nullable String sealingKeyFile;

    @JsonProperty("copies")
    @Describe("replicas, mirrors, backups and caches somebody must clear after a withdrawal")
    @Valid
    private List<CopyConfiguration> copies = List.of();

    private Path base = Path.of("");

    /** Returns the private key that signs, absolute and normalised. */
    public Optional<Path> signingKeyFile() {
        return located(signingKeyFile);
    }

    /** Returns the key that encrypts the keys of sealed files, absolute and normalised. */
    public Optional<Path> sealingKeyFile() {
        return located(sealingKeyFile);
    }

    private Optional<Path> located(@Nullable String file) {
        return Optional.ofNullable(file)
                .map(name -> base.resolve(name).toAbsolutePath().normalize());
    }

    /** @param locations location of each repository by its name */
    public WithdrawalRules toRules(Map<String, String> locations) {
        return new WithdrawalRules(
                approvals,
                approveWithin,
                executeWithin,
                guardFor,
                refsIndex.equals("host") ? Set.copyOf(locations.values()) : Set.of(),
                copies.stream().map(copy -> copy.toCopy(locations)).toList());
    }

    void locateUnder(Path folder) {
        base = folder;
    }

    void check(Set<String> repositories, Breaches breaches) {
        for (int i = 0; i < copies.size(); i++) {
            copies.get(i).check("withdrawal.copies[" + i + "]", repositories, breaches);
        }
    }
}
