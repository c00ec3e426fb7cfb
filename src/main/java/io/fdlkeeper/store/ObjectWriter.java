package io.fdlkeeper.store;

/**
 * Writes small objects, never without a condition. A key with a segment {@code .} or {@code ..} is refused.
 *
 * <p>Both methods throw a {@link StoreException} when there was no answer: the object may be stored or not.
 */
public interface ObjectWriter {

    /** Puts an object that must not exist yet; of several writers exactly one gets {@link WriteAnswer.Written}. */
    WriteAnswer createOnce(ObjectKey key, byte[] content);

    /** Replaces the content that has this tag. */
    WriteAnswer replace(ObjectKey key, byte[] content, ETag expected);
}
