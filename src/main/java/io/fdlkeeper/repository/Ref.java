package io.fdlkeeper.repository;

import io.fdlkeeper.store.ETag;
import java.time.Instant;

/** A ref and the version it names, as read directly from its own object. */
public record Ref(RefName name, VersionId target, ETag etag, Instant lastModified) {}
