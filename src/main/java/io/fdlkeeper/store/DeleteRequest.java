package io.fdlkeeper.store;

/** A deletion asked for: this key, if it still has the content with this tag. */
public record DeleteRequest(ObjectKey key, ETag etag) {}
