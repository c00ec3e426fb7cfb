package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.OldVersions;
import io.fdlkeeper.gc.RunCap;
import java.time.Duration;

/**
 * How much one run does, and how.
 *
 * @param cap          the most items and bytes of one run
 * @param batch        how many objects are deleted between two looks at lease and roots
 * @param planValidity how old a saved plan may be when it is executed
 * @param versions     what a collection does with old versions of what was deleted
 */
public record RunLimits(RunCap cap, int batch, Duration planValidity, OldVersions versions) {

    public static final RunLimits DEFAULT = new RunLimits(RunCap.NONE, 1000, Duration.ofHours(24));

    /** Leaves old versions where they are. */
    public RunLimits(RunCap cap, int batch, Duration planValidity) {
        this(cap, batch, planValidity, OldVersions.LEAVE);
    }

    public RunLimits {
        if (batch < 1) {
            throw new IllegalArgumentException("a batch holds at least one object");
        }
    }
}
