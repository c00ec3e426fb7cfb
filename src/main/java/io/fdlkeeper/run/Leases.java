package io.fdlkeeper.run;

import java.util.Optional;

/** Gives out leases. */
public interface Leases {

    /**
     * Takes the lease on a repository.
     *
     * @param holder the run that will hold it, named to whoever finds it taken
     * @return empty when another run holds it
     */
    Optional<Lease> tryTake(String repository, String holder);
}
