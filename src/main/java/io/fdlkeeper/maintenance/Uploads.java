package io.fdlkeeper.maintenance;

import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.UnfinishedUpload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The unfinished uploads of one look.
 *
 * @param all       those under the data folder
 * @param notListed why the store did not list them, in its own words; then nothing is known of any
 */
record Uploads(List<UnfinishedUpload> all, Optional<String> notListed) {

    Uploads {
        all = List.copyOf(all);
    }

    /** Lists them; one that a store does not show is left for another time, and hinders no collection. */
    static Uploads of(ObjectStore store, String dataDir) {
        List<UnfinishedUpload> found = new ArrayList<>();
        try {
            store.hidden().uploads().list(dataDir, upload -> {
                // A prefix is asked for, and what a store answers beside it is not ours.
                if (upload.key().startsWith(dataDir)) {
                    found.add(upload);
                }
            });
            return new Uploads(found, Optional.empty());
        } catch (StoreException e) {
            return new Uploads(List.of(), Optional.of(e.sentence()));
        }
    }

    List<String> notes() {
        return notListed
                .map(why -> List.of("unfinished uploads could not be listed, so none was judged or aborted: " + why))
                .orElse(List.of());
    }
}
