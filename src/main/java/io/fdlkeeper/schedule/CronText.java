package io.fdlkeeper.schedule;

import io.fdlkeeper.run.CronSyntax;
import java.text.ParseException;
import java.time.Instant;
import java.time.ZoneId;
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
    private static final Pattern WEEKDAY = Pattern.compile("(?<![/0-9])([0-7])(?![0-9])");

    private final OperableTrigger trigger;

    private CronText(OperableTrigger trigger) {
        this.trigger = trigger;
    }

    /**
     * Reads a cron time.
     *
     * @throws IllegalArgumentException with what is wrong, as the end of a sentence that begins with the text
     */
    static CronText parse(String text, ZoneId zone) {
        try {
            CronExpression expression = new CronExpression(ofQuartz(text.strip()));
            expression.setTimeZone(TimeZone.getTimeZone(zone));
            OperableTrigger trigger = (OperableTrigger) TriggerBuilder.newTrigger()
                    .withSchedule(CronScheduleBuilder.cronSchedule(expression))
                    .startAt(Date.from(Instant.EPOCH))
                    .build();
            return new CronText(trigger);
        } catch (ParseException e) {
            throw new IllegalArgumentException("is no cron time (" + e.getMessage() + "): " + EXPECTED, e);
        }
    }

    /** Returns the first time after a moment; empty when there is none any more. */
    Optional<Instant> after(Instant moment) {
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

    /** Quartz counts weekdays from 1, a crontab from 0; their names are the same. */
    private static String weekdays(String field) {
        return WEEKDAY.matcher(field).replaceAll(found -> WEEKDAYS.get(Integer.parseInt(found.group(1))));
    }
}
