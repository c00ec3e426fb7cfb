package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.JobOutcome;

/** How a command ended, as the number a shell sees. Part of the contract with scripts. */
public enum ExitCode {
    DONE(0, 0),
    ERROR(1, 7),
    /** The command line or the configuration is wrong; nothing was done. */
    USAGE(2, 6),
    /** Some of it was done, or it was stopped on request. */
    PARTIAL(3, 1),
    /** A guard refused, or the plan needs a person's approval. */
    REFUSED(4, 4),
    /** The plan named does not fit what is there now. */
    STALE(5, 3),
    /** The job is paused, another run holds the lease, or another process the state directory. */
    BUSY(6, 2),
    VERIFICATION_FAILED(7, 5);

    private final int number;
    private final int weight;

    ExitCode(int number, int weight) {
        this.number = number;
        this.weight = weight;
    }

    public int number() {
        return number;
    }

    static ExitCode of(JobOutcome outcome) {
        return switch (outcome) {
            case PLANNED, SUCCEEDED -> DONE;
            case PARTIAL, STOPPED -> PARTIAL;
            case REFUSED, NEEDS_APPROVAL -> REFUSED;
            case STALE -> STALE;
            case BUSY -> BUSY;
            case VERIFICATION_FAILED -> VERIFICATION_FAILED;
            case FAILED -> ERROR;
        };
    }

    /** Returns the graver of two, for a command over several repositories. */
    ExitCode and(ExitCode other) {
        return other.weight > weight ? other : this;
    }
}
