package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fdlkeeper.retention.RetentionPolicy;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.hibernate.validator.constraints.time.DurationMin;

/** Which versions are kept. */
public final class RetentionConfiguration extends RulesConfiguration {

    private static final String KEEPS_NOTHING =
            "keeps nothing; set at least one of last, within, daily, weekly, monthly, yearly";

    @JsonProperty("overrides")
    @Describe("rules for some refs; they replace the rules above as a whole")
    @Valid
    private List<RefRulesConfiguration> overrides = List.of();

    @JsonProperty("zone")
    @Describe("time zone of days, weeks, months and years, such as Europe/Berlin")
    private ZoneId zone = ZoneOffset.UTC;

    @JsonProperty("min-age")
    @Describe("a version superseded less than this ago stays, whatever the rules say")
    @DurationMin(message = "must not be negative")
    private Duration minAge = Duration.ofDays(1);

    @JsonProperty("mark-linger")
    @Describe("how long a version stands marked as expired before its catalog is deleted")
    @DurationMin(message = "must not be negative")
    private Duration markLinger = Duration.ofHours(1);

    @JsonProperty("unreachable-after")
    @JsonDeserialize(using = DurationOrOffDeserializer.class)
    @Describe("expire versions that no ref reaches once they were seen so for this long, or off")
    @DurationMin(message = "must not be negative")
    private Duration unreachableAfter = Duration.ZERO;

    @JsonProperty("max-share")
    @Describe("a plan that expires more than this share of the live versions needs an approval; 1 is never")
    @DecimalMin(value = "0", inclusive = false, message = "must be above 0")
    @DecimalMax(value = "1", message = "must be at most 1")
    private double maxShare = 0.5;

    private boolean exact;

    RetentionConfiguration() {
        super(30);
    }

    /** Builds the policy; call it on a checked configuration only. */
    public RetentionPolicy toPolicy() {
        return new RetentionPolicy(
                toRules(),
                overrides.stream().map(RefRulesConfiguration::toOverride).toList(),
                zone,
                minAge,
                markLinger,
                unreachableAfter.isZero() ? Optional.empty() : Optional.of(unreachableAfter),
                exact ? OptionalDouble.empty() : OptionalDouble.of(maxShare));
    }

    /** Takes back what gives readers time: a one-shot command does at once what it is told. */
    void runAtOnce() {
        minAge = Duration.ZERO;
        markLinger = Duration.ZERO;
    }

    /** Keeps exactly so many: what a person asked for by number needs no second question. */
    void keepExactly(int count) {
        keepNewest(count);
        exact = true;
    }

    void check(String at, Breaches breaches) {
        if (keepsNothing()) {
            breaches.add(at, "", RULES, exact ? "must be at least 1" : KEEPS_NOTHING);
        }
        var patterns = new HashSet<String>();
        for (int i = 0; i < overrides.size(); i++) {
            var rules = overrides.get(i);
            var here = at + ".overrides[" + i + "]";
            if (rules.keepsNothing()) {
                breaches.add(here, "", RULES, KEEPS_NOTHING);
            }
            if (!patterns.add(rules.pattern())) {
                breaches.add(here, "refs", List.of(), "never counts: an earlier entry is for the same refs");
            }
        }
    }
}
