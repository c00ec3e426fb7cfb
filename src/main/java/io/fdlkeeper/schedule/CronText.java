package io.fdlkeeper.schedule;

import io.fdlkeeper.run.CronSyntax;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ValueRange;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.quartz.CronExpression;
import org.quartz.CronScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.spi.OperableTrigger;

/**
 * A cron time: five fields as in a crontab, or six to seven as Quartz has them, with seconds first and a year last.
 *
 * <p>With five fields a weekday is 0 to 7 or a name, and Sunday is both 0 and 7.
 */
public final class CronText {

    /** Checks the cron times of a configuration. */
    public static final CronSyntax SYNTAX = CronText::complaint;

    private static final String EXPECTED = "write minute hour day month weekday, such as 30 2 * * *, or off";
    private static final int OF_CRONTAB = 5;
    private static final int FEWEST_OF_QUARTZ = 6;
    private static final int MOST_OF_QUARTZ = 7;
    private static final List<String> WEEKDAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN");
    private static final List<String> NAMES =
            List.of("second", "minute", "hour", "day of the month", "month", "weekday", "year");
    private static final List<ValueRange> RANGES = List.of(
            ValueRange.of(0, 59),
            ValueRange.of(0, 59),
            ValueRange.of(0, 23),
            ValueRange.of(1, 31),
            ValueRange.of(1, 12),
            ValueRange.of(1, 7),
            ValueRange.of(1970, 2099));
    private static final Pattern WEEKDAY = Pattern.compile("(?<![/0-9])([0-7])(?![0-9])");

    /** No clock is turned forward by more. */
    private static final Duration WIDEST_GAP = Duration.ofHours(3);

    private final OperableTrigger trigger;
    private final OperableTrigger onTheWall;
    private final ZoneRules rules;

    /** @param onTheWall the same in UTC, for the times that the clock on the wall leaves out */
    private CronText(OperableTrigger trigger, OperableTrigger onTheWall, ZoneRules rules) {
        this.trigger = trigger;
        this.onTheWall = onTheWall;
        this.rules = rules;
    }

    /**
     * Reads a cron time.
     *
     * @throws IllegalArgumentException with what is wrong, as the end of a sentence that begins with the text
     */
    static CronText parse(String text, ZoneId zone) {
        try {
            String fields = withinRange(ofQuartz(text.strip()));
            return new CronText(trigger(fields, zone), trigger(fields, ZoneOffset.UTC), zone.getRules());
        } catch (ParseException e) {
            throw new IllegalArgumentException("is no cron time (" + e.getMessage() + "): " + EXPECTED, e);
        }
    }

    private static OperableTrigger trigger(String fields, ZoneId zone) throws ParseException {
        CronExpression expression = new CronExpression(fields);
        expression.setTimeZone(TimeZone.getTimeZone(zone));
        return (OperableTrigger) TriggerBuilder.newTrigger()
                .withSchedule(CronScheduleBuilder.cronSchedule(expression))
                .startAt(Date.from(Instant.EPOCH))
                .build();
    }

    /**
     * Returns the first time after a moment; empty when there is none any more.
     *
     * <p>A time that a spring night leaves out comes later by as much as the clock was turned forward; one that an autumn night has
     * twice comes once.
     */
    Optional<Instant> after(Instant moment) {
        Optional<Instant> usual = after(trigger, moment);
        ZoneOffsetTransition turn = rules.nextTransition(moment.minus(WIDEST_GAP));
        while (usual.isPresent() && turn != null && turn.getInstant().isBefore(usual.get())) {
            Optional<Instant> leftOut = turn.isGap() ? leftOut(turn, moment) : Optional.empty();
            if (leftOut.isPresent() && leftOut.get().isBefore(usual.get())) {
                return leftOut;
            }
            turn = rules.nextTransition(turn.getInstant());
        }
        return usual;
    }

    /** Returns the first time within a gap of the clock on the wall that, moved behind it, is after a moment. */
    private Optional<Instant> leftOut(ZoneOffsetTransition gap, Instant moment) {
        Instant begin = gap.getDateTimeBefore().toInstant(ZoneOffset.UTC);
        Instant end = gap.getDateTimeAfter().toInstant(ZoneOffset.UTC);
        Optional<Instant> time = after(onTheWall, begin.minusSeconds(1));
        while (time.isPresent() && time.get().isBefore(end)) {
            Instant moved = gap.getInstant().plus(Duration.between(begin, time.get()));
            if (moved.isAfter(moment)) {
                return Optional.of(moved);
            }
            time = after(onTheWall, time.get());
        }
        return Optional.empty();
    }

    private static Optional<Instant> after(OperableTrigger trigger, Instant moment) {
        return Optional.ofNullable(trigger.getFireTimeAfter(Date.from(moment))).map(Date::toInstant);
    }

    private static Optional<String> complaint(String text, ZoneId zone) {
        try {
            return parse(text, zone).after(Instant.now()).isPresent()
                    ? Optional.empty()
                    : Optional.of("never comes again: " + EXPECTED);
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static String ofQuartz(String text) {
        String[] fields = text.split("\\s+");
        if (fields.length >= FEWEST_OF_QUARTZ && fields.length <= MOST_OF_QUARTZ) {
            return text;
        }
        if (fields.length != OF_CRONTAB) {
            throw new IllegalArgumentException("is no cron time: " + EXPECTED);
        }
        boolean anyDay = fields[2].equals("*");
        boolean anyWeekday = fields[4].equals("*");
        if (!anyDay && !anyWeekday) {
            throw new IllegalArgumentException("names both days of the month and weekdays: leave one of them as *");
        }
        return Arrays.stream(new String[] {
                    "0",
                    fields[0],
                    fields[1],
                    anyWeekday ? fields[2] : "?",
                    fields[3],
                    anyWeekday ? "?" : weekdays(fields[4])
                })
                .collect(Collectors.joining(" "));
    }

    /** Quartz takes the number 99 for every value, and a step of 0 too. */
    private static String withinRange(String fields) {
        String[] each = fields.split("\\s+");
        for (int i = 0; i < each.length; i++) {
            for (String part : each[i].split(",", -1)) {
                String[] rangeAndStep = part.split("/", -1);
                if (rangeAndStep.length > 1 && rangeAndStep[1].matches("0+")) {
                    throw new IllegalArgumentException("has a step of 0: " + EXPECTED);
                }
                for (String number : rangeAndStep[0].split("-", -1)) {
                    if (number.matches("[0-9]+") && !RANGES.get(i).isValidValue(Long.parseLong(number))) {
                        throw new IllegalArgumentException("has the " + NAMES.get(i) + " " + number + ", which must be "
                                + RANGES.get(i).getMinimum() + " to "
                                + RANGES.get(i).getMaximum() + ": " + EXPECTED);
                    }
                }
            }
        }
        return fields;
    }

    /** Quartz counts weekdays from 1, a crontab from 0; their names are the same. */
    private static String weekdays(String field) {
        return WEEKDAY.matcher(field).replaceAll(found -> WEEKDAYS.get(Integer.parseInt(found.group(1))));
    }
}
