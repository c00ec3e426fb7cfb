package io.fdlkeeper.store;

import java.util.List;

/** Deletes objects. Called by one class of the product only, which holds the permit and keeps the journal. */
public interface ObjectDeleter {

    /**
     * Deletes each object that still has the tag named, and answers for each in the same order.
     *
     * <p>A transient failure is retried inside; what is not answered for counts as {@link DeleteStatus#FAILED}.
     */
    List<DeleteAnswer> deleteIfUnchanged(List<DeleteRequest> requests);

    /**
     * Removes a folder that holds nothing; a store without folders answers {@link DeleteStatus#ALREADY_ABSENT}.
     *
     * @param folder a key prefix ending in a slash
     */
    DeleteAnswer removeEmptyFolder(String folder);
}
