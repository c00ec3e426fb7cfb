package io.fdlkeeper.gc;

import java.util.List;
import java.util.Optional;

/**
 * What a plain listing does not show, and what a collection has to know of it.
 *
 * @param restored what was deleted and taken back lately; asked where ages are trusted
 * @param uploads  unfinished uploads under the data folder, listed before it; empty where the store did not list them
 */
public record Hidden(RestoredLately restored, Optional<List<SeenUpload>> uploads) {

    /** Nothing is hidden. */
    public static final Hidden NOTHING = new Hidden(RestoredLately.NOTHING, Optional.of(List.of()));

    public Hidden {
        uploads = uploads.map(List::copyOf);
    }
}
