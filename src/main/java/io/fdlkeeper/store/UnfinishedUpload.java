package io.fdlkeeper.store;

import java.time.Instant;

/**
 * An upload in parts that was begun and not completed; no listing of objects shows it, and it is paid for.
 *
 * @param key       the key it will have, relative to the repository
 * @param uploadId  the store's name of the upload
 * @param initiated when it was begun; the object will carry this time in some stores, so it can appear looking old
 */
public record UnfinishedUpload(ObjectKey key, String uploadId, Instant initiated) {}
