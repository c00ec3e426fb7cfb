package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.DataSizeUnit;
import io.dropwizard.validation.MinDataSize;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.gc.OldVersions;
import io.fdlkeeper.gc.RunCap;
import io.fdlkeeper.maintenance.RunLimits;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** What protects data in a garbage collection, and how much one run may take. */
public final class GcConfiguration {

    private static final Duration SHORT_GRACE = Duration.ofHours(1);

    @JsonProperty("grace")
    @Describe(
            "how long an object must be older than, and seen unreferenced for, before it may go; longer than any commit takes")
    @DurationMin(message = "must not be negative")
    private Duration grace = GcSafety.DEFAULT.grace();

    @JsonProperty("grace-uncommitted")
    @Describe("the same for a file no catalog ever named, since a checkout may be open for weeks; not below grace")
    @DurationMin(message = "must not be negative")
    private Duration graceUncommitted = GcSafety.DEFAULT.graceUncommitted();

    @JsonProperty("allow-short-grace")
    @Describe("permit a grace under 1 hour, for trials on copies; every run says so")
    private boolean allowShortGrace;

    @JsonProperty("max-share")
    @Describe("a plan that deletes more than this share of objects or bytes needs an approval; 1 is never")
    @DecimalMin(value = "0", inclusive = false, message = "must be above 0")
    @DecimalMax(value = "1", message = "must be at most 1")
    private double maxShare = GcSafety.DEFAULT.maxShare();

    @JsonProperty("skew-warn")
    @Describe("warn when our clock and the store's differ by more")
    @DurationMin(seconds = 1, message = "must be at least 1 second")
    private Duration skewWarn = GcSafety.DEFAULT.skewWarn();

    @JsonProperty("skew-limit")
    @Describe("refuse when our clock and the store's differ by more, since ages would be wrong")
    @DurationMin(seconds = 1, message = "must be at least 1 second")
    private Duration skewLimit = GcSafety.DEFAULT.skewLimit();

    @JsonProperty("root-check-valid")
    @Describe("how long a look at refs and versions counts while objects are being deleted")
    @DurationMin(seconds = 1, message = "must be at least 1 second")
    private Duration rootCheckValid = GcSafety.DEFAULT.rootCheckValid();

    @JsonProperty("suffixes")
    @Describe("only objects that end so are ever collected; everything else is left alone")
    @NotEmpty(message = "must name at least one")
    private List<@Pattern(regexp = "\\.[A-Za-z0-9._-]+", message = "must begin with a dot, such as .parquet") String>
            suffixes = List.of(".parquet", ".puffin");

    @JsonProperty("batch")
    @Describe("objects deleted before refs and versions are looked at again")
    @Min(value = 1, message = "must be at least 1")
    @Max(value = 1000, message = "must be at most 1000")
    private int batch = RunLimits.DEFAULT.batch();

    @JsonProperty("plan-validity")
    @Describe("how long a saved plan can be run by its digest")
    @DurationMin(minutes = 1, message = "must be at least 1 minute")
    private Duration planValidity = RunLimits.DEFAULT.planValidity();

    @JsonProperty("max-objects")
    @Describe("most objects one run deletes; set it for a safe first run on a big old repository")
    @Min(value = 1, message = "must be at least 1")
    private @Nullable Long maxObjects;

    @JsonProperty("max-bytes")
    @Describe("most bytes one run deletes; set it for a safe first run on a big old repository")
    @MinDataSize(value = 1, unit = DataSizeUnit.BYTES, message = "must be at least 1 byte")
    private @Nullable DataSize maxBytes;

    @JsonProperty("versions")
    @Describe(
            "in a bucket that keeps old versions: leave them, or purge-ours, a grace after this keeper deleted the key; only that frees room")
    @Pattern(regexp = "leave|purge-ours", message = "must be leave or purge-ours")
    private String versions = OldVersions.LEAVE.id();

    /** Builds the numbers that protect data; call it on a checked configuration only. */
    public GcSafety toSafety() {
        return new GcSafety(
                grace, graceUncommitted, maxShare, skewWarn, skewLimit, rootCheckValid, Set.copyOf(suffixes));
    }

    /** Builds how much one run does, and how. */
    public RunLimits toRunLimits() {
        var cap = new RunCap(
                maxObjects == null ? RunCap.NONE.objects() : maxObjects,
                maxBytes == null ? RunCap.NONE.bytes() : maxBytes.toBytes());
        return new RunLimits(
                cap,
                batch,
                planValidity,
                versions.equals(OldVersions.PURGE_OURS.id()) ? OldVersions.PURGE_OURS : OldVersions.LEAVE);
    }

    /** Tells whether a grace under 1 hour was permitted; a run record shows it. */
    public boolean allowsShortGrace() {
        return allowShortGrace;
    }

    void useGrace(Duration both, boolean shortGraceAllowed) {
        grace = both;
        graceUncommitted = both;
        allowShortGrace = shortGraceAllowed;
    }

    void check(String at, Breaches breaches) {
        if (graceUncommitted.compareTo(grace) < 0) {
            breaches.add(
                    at,
                    "grace-uncommitted",
                    List.of("grace", "grace-uncommitted"),
                    shown(graceUncommitted) + "must not be below grace "
                            + shown(grace).strip());
        }
        if (grace.compareTo(SHORT_GRACE) < 0 && !allowShortGrace) {
            breaches.add(
                    at,
                    "grace",
                    List.of("grace", "allow-short-grace"),
                    shown(grace) + "is under 1 hour; this needs allow-short-grace");
        }
        if (skewWarn.compareTo(skewLimit) > 0) {
            breaches.add(
                    at,
                    "skew-warn",
                    List.of("skew-warn", "skew-limit"),
                    shown(skewWarn) + "must not be above skew-limit "
                            + shown(skewLimit).strip());
        }
    }

    private static String shown(Duration duration) {
        return "(" + DurationText.of(duration) + ") ";
    }
}
