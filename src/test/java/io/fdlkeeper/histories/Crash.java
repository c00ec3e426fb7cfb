package io.fdlkeeper.histories;

/** The process ends here, whatever it was about to do. */
final class Crash extends Error {

    private static final long serialVersionUID = 1L;

    Crash() {
        super("the process ended", null, false, false);
    }
}
