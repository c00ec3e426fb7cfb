package io.fdlkeeper.retention;

import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

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

    /** The newest periods are those of the latest times, in whatever order history met them; of each the version nearest to the tip counts. */
    private List<Version> newestOfEach(List<Version> line, Period period) {
        SortedMap<Long, Version> newest = new TreeMap<>(Comparator.reverseOrder());
        for (Version version : line) {
            newest.putIfAbsent(
                    period.number().applyAsLong(createdAt.apply(version).atZone(zone)), version);
        }
        return newest.values().stream().limit(period.count()).toList();
    }

    private List<Period> periods() {
        return List.of(
                new Period("daily", rules.daily(), time -> time.toLocalDate().toEpochDay()),
                new Period("weekly", rules.weekly(), RuleSelection::isoWeek),
                new Period("monthly", rules.monthly(), time -> time.getYear() * 12L + time.getMonthValue()),
                new Period("yearly", rules.yearly(), ZonedDateTime::getYear));
    }

    /** A week belongs to the year that holds its Thursday, so the last days of December can be of the next year's first week. */
    private static long isoWeek(ZonedDateTime time) {
        return time.get(IsoFields.WEEK_BASED_YEAR) * 100L + time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
    }

    /** One calendar rule: its name, how many periods it keeps, and the number of the period a time lies in, which grows with time. */
    private record Period(String name, int count, ToLongFunction<ZonedDateTime> number) {}
}
