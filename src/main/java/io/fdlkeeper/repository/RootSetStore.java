package io.fdlkeeper.repository;

import java.util.Optional;

/** Keeps the roots of the last good run, by repository location. */
public interface RootSetStore {

    Optional<RootSet> last(String repository);

    void save(String repository, RootSet roots);
}
