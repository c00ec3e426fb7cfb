package io.fdlkeeper.store;

import java.util.function.Consumer;

/** Uploads in parts that are not completed, in a store that has such. */
public interface UnfinishedUploads {

    /**
     * Hands over every unfinished upload whose key begins with the prefix, and returns only when the end was proven.
     *
     * @throws ListingIncompleteException when they could not be read to their end
     * @throws StoreException             when the store does not answer, or does not allow it
     */
    void list(String prefix, Consumer<UnfinishedUpload> sink);

    /**
     * Aborts one, again while parts still arrive, until the store says that there is no such upload.
     *
     * @return {@link DeleteStatus#DELETED}, {@link DeleteStatus#ALREADY_ABSENT}, {@link DeleteStatus#REFUSED} or
     *     {@link DeleteStatus#FAILED}
     */
    DeleteAnswer abort(UnfinishedUpload upload);
}
