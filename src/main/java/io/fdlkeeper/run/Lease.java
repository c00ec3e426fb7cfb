package io.fdlkeeper.run;

/**
 * The right to act on one repository, held by one run at a time.
 *
 * <p>Reaches as far as the state that keeps it. Closing it gives it back.
 */
public abstract class Lease implements AutoCloseable {

    private final Permit permit = new Permit(this);

    /** Returns the proof of this lease that every deletion asks for. */
    public final Permit permit() {
        return permit;
    }

    /** Tells whether the lease is still ours, asking whatever keeps it. */
    public abstract boolean isHeld();

    @Override
    public abstract void close();
}
