package io.fdlkeeper.withdrawal.find;

import java.util.Optional;

/** Remembers what became of each file, so that a find that was cut off reads none twice. Safe for several threads. */
public interface FindLedger {

    /** Remembers nothing. */
    FindLedger NONE = new FindLedger() {
        @Override
        public Optional<Row> known(String location, String key, String etag, String storeVersion) {
            return Optional.empty();
        }

        @Override
        public void keep(Row row) {}
    };

    /**
     * What was read of one file.
     *
     * @param storeVersion id of an old version of the key, or empty text
     * @param rows         how many rows match
     * @param bytes        bytes read for it
     */
    record Row(String location, String key, String etag, String storeVersion, long rows, long bytes) {}

    Optional<Row> known(String location, String key, String etag, String storeVersion);

    void keep(Row row);
}
