package io.fdlkeeper.store;

/** What became of a conditional write. */
public sealed interface WriteAnswer {

    /** It is stored; the object is as the store shows it now. */
    record Written(ListedObject object) implements WriteAnswer {}

    /** The condition did not hold: the key exists already, is gone, or has another content. */
    record ConditionFailed() implements WriteAnswer {}

    /** The store does not allow it; the detail names the missing permission where the store tells. */
    record Refused(String detail) implements WriteAnswer {}
}
