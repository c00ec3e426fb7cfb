package io.fdlkeeper.retention;

import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Applies the rules to one line of history. */
final class RuleSelection {

    private final RetentionRules rules;
    private final ZoneId zone;
    private final Function<Version, Instant> createdAt;

    RuleSelection(RetentionRules rules, ZoneId zone, Function<Version, Instant> createdAt) {
        this.rules = rules;
        this.zone = zone;
        this.createdAt = createdAt;
    }

    /**
     * Hands every version a rule keeps to the consumer, with the rule's name.
     *
     * @param line live versions, newest first
     */
    void select(List<Version> line, Instant now, BiConsumer<VersionId, String> keep) {
        line.stream().limit(rules.last()).forEach(version -> keep.accept(version.id(), "newest"));
        if (!rules.within().isZero()) {
            Instant oldest = now.minus(rules.within());
            line.stream()
                    .filter(version -> !createdAt.apply(version).isBefore(oldest))
                    .forEach(version -> keep.accept(version.id(), "within"));
        }
        for (Period period : periods()) {
            newestOfEach(line, period).forEach(version -> keep.accept(version.id(), period.name()));
        }
    }

    private List<Version> newestOfEach(List<Version> line, Period period) {
        List<Version> kept = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Version version : line) {
            String bucket = period.bucket().apply(createdAt.apply(version).atZone(zone));
            if (seen.size() < period.count() && seen.add(bucket)) {
                kept.add(version);
            }
        }
        return kept;
    }

    private List<Period> periods() {
        return List.of(
                new Period("daily", rules.daily(), time -> time.toLocalDate().toString()),
                new Period("weekly", rules.weekly(), RuleSelection::isoWeek),
                new Period("monthly", rules.monthly(), time -> time.getYear() + "-" + time.getMonthValue()),
                new Period("yearly", rules.yearly(), time -> Integer.toString(time.getYear())));
    }

    private static String isoWeek(ZonedDateTime time) {
        return String.format(
                Locale.ROOT,
                "%d-W%02d",
                time.get(IsoFields.WEEK_BASED_YEAR),
                time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
    }

    /** One calendar rule: its name, how many periods it keeps, and which period a time lies in. */
    private record Period(String name, int count, Function<ZonedDateTime, String> bucket) {}
}
