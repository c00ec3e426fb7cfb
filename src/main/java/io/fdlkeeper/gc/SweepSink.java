package io.fdlkeeper.gc;

import io.fdlkeeper.store.ListedObject;

/** Takes a sweep's findings, in key order. */
interface SweepSink {

    void found(ListedObject object, Verdict verdict, boolean everNamed, String detail);

    /** Takes the row that the ledger keeps of an object nothing names. */
    void ledger(LedgerRow row);
}
