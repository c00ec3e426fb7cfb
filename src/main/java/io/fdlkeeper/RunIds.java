package io.fdlkeeper;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Supplier;

/** Makes ids that sort by time and read as one, such as {@code 20261130T174512123Z-1f3a5c}. */
final class RunIds implements Supplier<String> {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    RunIds(Clock clock) {
        this.clock = clock;
    }

    @Override
    public String get() {
        byte[] chance = new byte[3];
        random.nextBytes(chance);
        return TIME.format(clock.instant()) + "-" + HexFormat.of().formatHex(chance);
    }
}
