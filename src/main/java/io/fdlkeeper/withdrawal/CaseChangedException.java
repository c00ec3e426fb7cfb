package io.fdlkeeper.withdrawal;

/** Somebody else changed the case meanwhile. */
public final class CaseChangedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CaseChangedException(String id, CaseState expected, CaseState found) {
        super("the case " + id
                + (expected == found ? " was changed meanwhile" : " was " + expected + " and is " + found + " by now")
                + ": look at it with 'withdraw show " + id + "', then repeat the order if it still fits");
    }
}
