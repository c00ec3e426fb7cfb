package io.fdlkeeper.store;

/** Writes small objects, never without a condition. */
public interface ObjectWriter {

    /** Puts an object that must not exist yet; of several writers exactly one gets {@link WriteAnswer.Written}. */
    WriteAnswer createOnce(ObjectKey key, byte[] content);

    /** Replaces the content that has this tag. */
    WriteAnswer replace(ObjectKey key, byte[] content, ETag expected);
}
