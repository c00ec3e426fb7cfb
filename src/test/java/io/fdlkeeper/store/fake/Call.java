package io.fdlkeeper.store.fake;

/**
 * One call of the store; each key of a batch of deletions is a call of its own.
 *
 * @param number counted from 1 over the life of the store
 * @param key    the key, or the prefix of a listing
 */
public record Call(long number, Op op, String key) {

    public boolean is(Op other) {
        return op == other;
    }
}
