package io.fdlkeeper.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code --until} says. */
final class Until {

    private Until() {}

    /** Reads a moment that must not be over; a day stands for its end. */
    static Optional<Instant> later(@Nullable String text, Instant now) {
        Optional<Instant> end = Optional.ofNullable(text).map(Until::moment);
        if (end.isPresent() && !end.get().isAfter(now)) {
            throw new CommandFailure(ExitCode.USAGE, "--until " + text + " is over: give a later moment");
        }
        return end;
    }

    private static Instant moment(String text) {
        try {
            return text.contains("T")
                    ? Instant.parse(text)
                    : LocalDate.parse(text)
                            .plusDays(1)
                            .atStartOfDay(ZoneOffset.UTC)
                            .toInstant();
        } catch (DateTimeException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--until '" + text
                            + "' is neither a day such as 2027-01-31 nor a moment such as 2027-01-31T12:00:00Z",
                    e);
        }
    }
}
