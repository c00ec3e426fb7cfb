package io.fdlkeeper.store;

import java.util.List;

/** Deletes objects. Called by one class of the product only, which holds the permit and keeps the journal. */
public interface ObjectDeleter {

    /**
     * Deletes each object that still has the tag named, and answers for each in the same order.
     *
     * <p>A transient failure is retried inside. Before each request the go-ahead is asked; from its first refusal on nothing more is
     * sent, and what no request was sent for is {@link DeleteStatus#NOT_ASKED}. What is not answered for counts as
     * {@link DeleteStatus#FAILED}. A key with a segment {@code .} or {@code ..} is {@link DeleteStatus#REFUSED}.
     */
    List<DeleteAnswer> deleteIfUnchanged(List<DeleteRequest> requests, GoAhead goAhead);

    /**
     * Removes a folder that holds nothing; one that holds something is {@link DeleteStatus#CHANGED}, and a store without folders
     * answers {@link DeleteStatus#ALREADY_ABSENT}.
     *
     * @param folder a key prefix ending in a slash
     */
    DeleteAnswer removeEmptyFolder(String folder);

    /** Returns what a report must tell of the deletions so far, one sentence each, such as what nothing protected. */
    default List<String> remarks() {
        return List.of();
    }
}
