package io.fdlkeeper.run;

/** Proof that a lease is held. Only a {@link Lease} can make one, so a deletion without a lease cannot be written. */
public final class Permit {

    private final Lease lease;

    Permit(Lease lease) {
        this.lease = lease;
    }

    /** Tells whether the lease is still ours. */
    public boolean isHeld() {
        return lease.isHeld();
    }

    /** Throws unless the lease is still ours. */
    public void requireHeld() {
        if (!lease.isHeld()) {
            throw new LeaseLostException("the lease on this repository was lost; nothing more is done in this run");
        }
    }
}
