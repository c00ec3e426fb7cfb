package io.fdlkeeper.cli;

import java.util.List;
import java.util.Locale;

/** Sizes as people read them, in decimal units. */
final class Sizes {

    private static final List<String> UNITS = List.of("kB", "MB", "GB", "TB", "PB", "EB");

    private Sizes() {}

    static String of(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        while (value >= 999.95 && unit < UNITS.size() - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS.get(unit));
    }
}
