package io.fdlkeeper.histories;

/** Something a writer does in steps, between any two of which anything may happen. */
@FunctionalInterface
interface Work {

    /** Does the next step; tells whether there is another. */
    boolean step();
}
