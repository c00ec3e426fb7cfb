package io.fdlkeeper.catalog;

import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One catalog object to read.
 *
 * @param version        the version it belongs to
 * @param object         the object as listed; what is read must still have its tag and size
 * @param expectedBytes  the size the record tells, where it tells one (the main catalog only)
 * @param expectedSha256 the digest the record tells, lower-case hex, where it tells one
 * @param beside         what a listing showed in the version's folder, if one was taken: enough to find a log beside a catalog that was
 *                       read before, where a direct look at each possible name would cost a request
 */
public record CatalogSource(
        VersionId version,
        ListedObject object,
        OptionalLong expectedBytes,
        Optional<String> expectedSha256,
        Optional<List<ListedObject>> beside) {

    public CatalogSource {
        beside = beside.map(List::copyOf);
    }

    /** Makes the source of a catalog of an observed version, with what its record tells of the main one. */
    public static CatalogSource of(Version version, ListedObject catalog) {
        boolean main = version.isMainCatalog(catalog.key());
        return new CatalogSource(
                version.id(),
                catalog,
                main ? version.record().orElseThrow().catalogBytes() : OptionalLong.empty(),
                main ? version.record().orElseThrow().catalogSha256() : Optional.empty(),
                Optional.of(version.objects()));
    }

    /** Makes a source without a listing: logs are looked for directly. */
    public CatalogSource(
            VersionId version, ListedObject object, OptionalLong expectedBytes, Optional<String> expectedSha256) {
        this(version, object, expectedBytes, expectedSha256, Optional.empty());
    }
}
