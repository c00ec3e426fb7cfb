package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fdlkeeper.retention.RetentionRules;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;

/** The rules that say how many versions of a line are kept. */
public abstract sealed class RulesConfiguration permits RetentionConfiguration, RefRulesConfiguration {

    /** The keys of the rules. */
    static final List<String> RULES = List.of("last", "within", "daily", "weekly", "monthly", "yearly");

    private static final String NOT_NEGATIVE = "must not be negative";

    @JsonProperty("last")
    @Describe("keep the newest so many versions of a line; 0 switches the rule off")
    @Min(value = 0, message = NOT_NEGATIVE)
    private int last;

    @JsonProperty("within")
    @JsonDeserialize(using = DurationOrOffDeserializer.class)
    @Describe("keep every version no older than this, or off")
    @DurationMin(message = NOT_NEGATIVE)
    private Duration within = Duration.ZERO;

    @JsonProperty("daily")
    @Describe("keep the newest version of each of the newest so many days that have one; 0 is off")
    @Min(value = 0, message = NOT_NEGATIVE)
    private int daily;

    @JsonProperty("weekly")
    @Describe("the same for ISO weeks; 0 is off")
    @Min(value = 0, message = NOT_NEGATIVE)
    private int weekly;

    @JsonProperty("monthly")
    @Describe("the same for months; 0 is off")
    @Min(value = 0, message = NOT_NEGATIVE)
    private int monthly;

    @JsonProperty("yearly")
    @Describe("the same for years; 0 is off")
    @Min(value = 0, message = NOT_NEGATIVE)
    private int yearly;

    RulesConfiguration(int last) {
        this.last = last;
    }

    /** Builds the rules; call it on a checked configuration only. */
    public final RetentionRules toRules() {
        return new RetentionRules(last, within, daily, weekly, monthly, yearly);
    }

    final void keepNewest(int count) {
        last = count;
    }

    final boolean keepsNothing() {
        return last == 0 && within.isZero() && daily == 0 && weekly == 0 && monthly == 0 && yearly == 0;
    }
}
