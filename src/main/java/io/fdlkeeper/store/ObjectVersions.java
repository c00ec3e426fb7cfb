package io.fdlkeeper.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Old contents of keys and delete markers, in a store that keeps them. A version once gone is gone for good. */
public interface ObjectVersions {

    /** Tells what the store keeps. */
    Versioning versioning();

    /**
     * Hands over every version and delete marker whose key begins with the prefix, and returns only when the end was proven.
     *
     * <p>Keys come in the store's order; the versions of one key come together, in no order that may be relied on.
     *
     * @throws ListingIncompleteException when they could not be read to their end
     * @throws StoreException             when the store does not answer, or does not allow it
     */
    void list(String prefix, Consumer<StoredVersion> sink);

    /**
     * Opens the content of one version as a local file, as {@link ObjectReader#open} does.
     *
     * @return empty when the version is gone, is a delete marker, or has another content by now, as one named {@code null} may
     * @throws StoreException when the store does not answer, or does not allow it
     */
    Optional<LocalFile> open(StoredVersion version);

    /** Reads exactly these bytes of one version, as {@link ObjectReader#range} does; empty as of {@link #open}. */
    Optional<byte[]> range(StoredVersion version, long from, int length);

    /**
     * Removes exactly these versions and delete markers, and answers for each in the same order.
     *
     * <p>Removing the current delete marker brings the version below it back. Nothing here is conditional: a version's content never
     * changes. A transient failure is retried inside; what is not answered for is {@link DeleteStatus#FAILED}.
     */
    List<DeleteAnswer> remove(List<StoredVersion> versions);
}
