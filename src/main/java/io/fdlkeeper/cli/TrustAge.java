package io.fdlkeeper.cli;

/** What is said of the option of this name. */
final class TrustAge {

    static final String DESCRIPTION =
            "Take the second clock from evidence instead of the ledger, for this plan: unreferenced objects count by their own"
                    + " age, but those of recently marked versions stay.";

    private TrustAge() {}
}
