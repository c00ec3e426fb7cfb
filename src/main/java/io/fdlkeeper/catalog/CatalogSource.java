package io.fdlkeeper.catalog;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One catalog object to read.
 *
 * @param version        the version it belongs to
 * @param object         the object as listed; what is read must still have its tag and size
 * @param expectedBytes  the size the record tells, where it tells one (the main catalog only)
 * @param expectedSha256 the digest the record tells, lower-case hex, where it tells one
 */
public record CatalogSource(
        VersionId version, ListedObject object, OptionalLong expectedBytes, Optional<String> expectedSha256) {}
