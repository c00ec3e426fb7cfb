package io.fdlkeeper.store;

import java.util.Optional;

/** Remembers what the store of each repository was seen to keep. */
public interface Conformances {

    Optional<Conformance> last(String repository);

    void save(String repository, Conformance seen);
}
