package io.fdlkeeper.store;

/** A listing showed one key twice, so it is not the listing of one moment and nothing may be concluded from it. */
public final class RepeatedKeyException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final String key;

    public RepeatedKeyException(ObjectKey key) {
        super("The listing shows the key " + key
                + " twice; list again, and if it stays so, the store's listing cannot be trusted.");
        this.key = key.text();
    }

    public ObjectKey key() {
        return new ObjectKey(key);
    }
}
