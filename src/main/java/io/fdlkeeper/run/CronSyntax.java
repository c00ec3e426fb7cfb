package io.fdlkeeper.run;

import java.time.ZoneId;
import java.util.Optional;

/** Knows what a cron time may look like. */
@FunctionalInterface
public interface CronSyntax {

    /** Says what is wrong with a text, as the end of a sentence that begins with it; empty when it is a cron time. */
    Optional<String> complaint(String text, ZoneId zone);
}
