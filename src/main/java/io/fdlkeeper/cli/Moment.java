package io.fdlkeeper.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A moment as a person writes it: with or without seconds, with a zone. */
final class Moment {

    private Moment() {}

    static Optional<Instant> of(String option, @Nullable String text) {
        return Optional.ofNullable(text).map(given -> required(option, given));
    }

    static Instant required(String option, String text) {
        try {
            return OffsetDateTime.parse(text.strip(), DateTimeFormatter.ISO_OFFSET_DATE_TIME)
                    .toInstant();
        } catch (DateTimeException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    option + " '" + text
                            + "' is no moment with a zone, such as 2026-11-29T10:00Z or 2026-11-29T11:00+01:00",
                    e);
        }
    }
}
