package io.fdlkeeper.sample;

/**
 * What a sample repository holds.
 *
 * @param versions complete versions
 * @param unfinished version folders without a record
 * @param objects all objects
 * @param bytes the sum of their sizes
 * @param keptByTag key of a data file that only a tagged old version names
 * @param heldByHistory key of a data file that only ended rows of catalogs name
 * @param orphan key of an old data file that nothing names
 */
public record SampleReport(
        int versions,
        int unfinished,
        long objects,
        long bytes,
        String keptByTag,
        String heldByHistory,
        String orphan) {}
