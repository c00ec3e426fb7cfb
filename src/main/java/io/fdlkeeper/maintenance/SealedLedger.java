package io.fdlkeeper.maintenance;

import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.find.FindLedger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a find has read so far, row by row in a sealed file. */
final class SealedLedger implements FindLedger {

    private final SealedFiles files;
    private final Map<List<String>, Row> known = new HashMap<>();

    SealedLedger(SealedFiles files) {
        this.files = files;
        files.rows(SealedNames.FIND_LEDGER, Row.class)
                .forEach(row -> known.put(List.of(row.location(), row.key(), row.etag(), row.storeVersion()), row));
    }

    @Override
    public synchronized Optional<Row> known(String location, String key, String etag, String storeVersion) {
        return Optional.ofNullable(known.get(List.of(location, key, etag, storeVersion)));
    }

    @Override
    public synchronized void keep(Row row) {
        files.append(SealedNames.FIND_LEDGER, row);
    }
}
