package io.fdlkeeper.run;

import java.util.Locale;

/** The jobs a run can be of. */
public enum JobKind {
    RETENTION,
    GC,
    VERIFY,
    /** Takes back what an earlier run deleted. */
    RESTORE,
    /** Removes leaked data, by a case. */
    WITHDRAWAL;

    /** Returns the name on the command line and in records. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
