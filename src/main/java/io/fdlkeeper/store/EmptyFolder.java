package io.fdlkeeper.store;

import java.time.Instant;

/**
 * A folder that holds nothing at all.
 *
 * @param folder       its key prefix, ending in a slash
 * @param lastModified when its last entry came or went
 */
public record EmptyFolder(String folder, Instant lastModified) {}
