package io.fdlkeeper.store;

/**
 * Says whether what a deletion was decided on still holds: the lease, and a look at the roots that is not too old.
 *
 * <p>Asked before every request and every repeated one, since a store that answers slowly can take minutes for one batch.
 */
@FunctionalInterface
public interface GoAhead {

    boolean stillHolds();
}
