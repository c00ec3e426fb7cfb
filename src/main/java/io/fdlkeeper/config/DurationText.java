package io.fdlkeeper.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** A duration as people write it: {@code 7 days}, {@code 15m}, or {@code P7D} of ISO 8601. */
final class DurationText {

    /** What a duration looks like, for messages. */
    static final String EXPECTED = "a duration with a unit, such as 7 days, 15m or P7D";

    private static final Pattern COUNT_AND_UNIT = Pattern.compile("(\\d+)\\s*([a-zA-Z]+)");

    private static final Map<String, Duration> UNITS = Map.ofEntries(
            Map.entry("ms", Duration.ofMillis(1)),
            Map.entry("millisecond", Duration.ofMillis(1)),
            Map.entry("s", Duration.ofSeconds(1)),
            Map.entry("sec", Duration.ofSeconds(1)),
            Map.entry("second", Duration.ofSeconds(1)),
            Map.entry("m", Duration.ofMinutes(1)),
            Map.entry("min", Duration.ofMinutes(1)),
            Map.entry("minute", Duration.ofMinutes(1)),
            Map.entry("h", Duration.ofHours(1)),
            Map.entry("hour", Duration.ofHours(1)),
            Map.entry("d", Duration.ofDays(1)),
            Map.entry("day", Duration.ofDays(1)),
            Map.entry("w", Duration.ofDays(7)),
            Map.entry("week", Duration.ofDays(7)));

    private static final List<String> SHOWN = List.of("day", "hour", "minute", "second", "millisecond");

    private DurationText() {}

    /**
     * Reads a duration that has a unit and is not negative.
     *
     * @throws IllegalArgumentException with what is wrong, as the end of a sentence that begins with the text
     */
    static Duration parse(String text) {
        var trimmed = text.strip();
        if (trimmed.startsWith("-")) {
            throw new IllegalArgumentException("must not be negative");
        }
        try {
            var duration = trimmed.regionMatches(true, 0, "P", 0, 1) ? iso(trimmed) : counted(trimmed);
            if (duration.isNegative()) {
                throw new IllegalArgumentException("must not be negative");
            }
            return duration;
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("is not " + EXPECTED, e);
        }
    }

    /** Writes a duration in the largest unit that takes it whole. */
    static String of(Duration duration) {
        for (var name : SHOWN) {
            var unit = unit(name);
            if (!duration.isZero() && duration.equals(unit.multipliedBy(duration.dividedBy(unit)))) {
                long count = duration.dividedBy(unit);
                return count + " " + name + (count == 1 ? "" : "s");
            }
        }
        return duration.isZero() ? "0 seconds" : duration.toString();
    }

    private static Duration iso(String text) {
        var weeks = Pattern.compile("P(\\d+)W", Pattern.CASE_INSENSITIVE).matcher(text);
        return weeks.matches() ? Duration.ofDays(7).multipliedBy(Long.parseLong(weeks.group(1))) : Duration.parse(text);
    }

    private static Duration counted(String text) {
        var parts = COUNT_AND_UNIT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("is not " + EXPECTED);
        }
        return unit(parts.group(2)).multipliedBy(Long.parseLong(parts.group(1)));
    }

    private static Duration unit(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        var unit = UNITS.get(lower);
        if (unit == null && lower.length() > 3 && lower.endsWith("s")) {
            unit = UNITS.get(lower.substring(0, lower.length() - 1));
        }
        if (unit == null) {
            throw new IllegalArgumentException("has an unknown unit; write " + EXPECTED);
        }
        return unit;
    }
}
