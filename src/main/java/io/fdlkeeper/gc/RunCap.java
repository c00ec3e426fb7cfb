package io.fdlkeeper.gc;

/**
 * The most one run takes: a safe first run on a big old repository. What is left over waits for the next run.
 *
 * @param objects at most so many items
 * @param bytes   items are added while they stay within so many bytes
 */
public record RunCap(long objects, long bytes) {

    public static final RunCap NONE = new RunCap(Long.MAX_VALUE, Long.MAX_VALUE);

    public RunCap {
        if (objects < 1 || bytes < 1) {
            throw new IllegalArgumentException("a run may take at least one object and one byte");
        }
    }
}
