package io.fdlkeeper.gc;

import java.util.List;
import java.util.Optional;

/**
 * What a plain listing does not show, and what a collection has to know of it.
 *
 * @param restored what was deleted and taken back lately; asked where ages are trusted
 * @param uploads  unfinished uploads under the data folder, listed before it; empty where the store did not list them
 * @param versions what to do with old versions of what was deleted
 */
public record Hidden(RestoredLately restored, Optional<List<SeenUpload>> uploads, OldVersions versions) {

    /** Nothing is hidden. */
    public static final Hidden NOTHING = new Hidden(RestoredLately.NOTHING, Optional.of(List.of()), OldVersions.LEAVE);

    public Hidden {
        uploads = uploads.map(List::copyOf);
    }
}
