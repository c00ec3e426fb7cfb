package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fdlkeeper.run.Blackout;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A time of the week in which no job runs. */
public final class BlackoutConfiguration {

    private static final String TIME = "|([01][0-9]|2[0-3]):[0-5][0-9]";
    private static final String DAY = "(?i)monday|tuesday|wednesday|thursday|friday|saturday|sunday";
    private static final String NOT_A_TIME = "must be a time of day from 00:00 to 23:59, such as 08:00";

    @JsonProperty("days")
    @Describe("the days it begins on, such as [monday, tuesday]; none means every day")
    private List<@Pattern(regexp = DAY, message = "must be a day of the week, such as monday") String> days = List.of();

    @JsonProperty("from")
    @Describe("when it begins, such as 08:00")
    @NotBlank(message = "must be given")
    @Pattern(regexp = TIME, message = NOT_A_TIME)
    private String from = "";

    @JsonProperty("to")
    @Describe("when it ends, such as 18:00; on the next day when that is not later than from")
    @NotBlank(message = "must be given")
    @Pattern(regexp = TIME, message = NOT_A_TIME)
    private String to = "";

    @JsonProperty("zone")
    @Describe("its time zone, where it is another than that of the schedules")
    private @Nullable ZoneId zone;

    Blackout toBlackout(ZoneId usual) {
        Set<DayOfWeek> on = days.stream()
                .map(day -> DayOfWeek.valueOf(day.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toSet());
        return new Blackout(on, LocalTime.parse(from), LocalTime.parse(to), zone == null ? usual : zone);
    }
}
