package io.fdlkeeper.catalog.duckdb.parquet;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.ObjectVersions;
import io.fdlkeeper.store.StoredVersion;
import java.util.Optional;

/** One content in a store, read in parts that belong together. */
public interface StoredBytes {

    long size();

    /** Reads exactly these bytes; empty when the content is gone or another one by now. */
    Optional<byte[]> read(long from, int length);

    /** Reads an object that was seen. */
    static StoredBytes of(ObjectReader reader, ListedObject object) {
        return new StoredBytes() {
            @Override
            public long size() {
                return object.bytes();
            }

            @Override
            public Optional<byte[]> read(long from, int length) {
                return reader.range(object, from, length);
            }
        };
    }

    /** Reads an old version. */
    static StoredBytes of(ObjectVersions versions, StoredVersion version) {
        return new StoredBytes() {
            @Override
            public long size() {
                return version.bytes();
            }

            @Override
            public Optional<byte[]> read(long from, int length) {
                return versions.range(version, from, length);
            }
        };
    }
}
