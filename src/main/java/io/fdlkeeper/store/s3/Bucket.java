package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.StoreException;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The bucket and prefix of one repository: which key of the bucket a key of the repository is, and what a failure there means.
 *
 * @param name   the bucket
 * @param prefix what every key of the repository begins with, ending in a slash; empty for the whole bucket
 * @param where  the address of the store, for people
 */
record Bucket(String name, String prefix, String where) {

    static Bucket of(S3Settings settings) {
        return new Bucket(
                settings.bucket(),
                settings.prefix(),
                settings.endpoint().map(Object::toString).orElse("AWS"));
    }

    String full(String relative) {
        return prefix + relative;
    }

    String full(ObjectKey key) {
        return prefix + key.text();
    }

    /** Empty for a key that is not one of the repository: outside of the prefix, or the prefix itself. */
    Optional<ObjectKey> relative(String full) {
        return full.length() > prefix.length() && full.startsWith(prefix)
                ? Optional.of(new ObjectKey(full.substring(prefix.length())))
                : Optional.empty();
    }

    String address(ObjectKey key) {
        return "s3://" + name + "/" + full(key);
    }

    @Override
    public String toString() {
        return "s3://" + name + "/" + prefix;
    }

    /**
     * Turns a failure into a sentence.
     *
     * @param act        what was tried, such as {@code list}
     * @param permission what the acting identity needs for it
     */
    StoreException failure(String act, String permission, SdkException e) {
        return new StoreException(sentence(act, permission, Fault.of(e)), e);
    }

    String sentence(String act, String permission, Fault fault) {
        return switch (fault.kind()) {
            case NO_BUCKET -> "There is no bucket '" + name + "' at " + where + "; check its name and the endpoint.";
            case WRONG_REGION ->
                "The bucket '" + name + "' is not in the region it was asked for in (" + fault.words()
                        + "); set the region.";
            case CREDENTIALS ->
                "The credentials for " + this + " are not good (" + fault.words()
                        + "); check the environment, the profile or the role.";
            case DENIED ->
                "The store does not allow to " + act + " in " + this + " (" + fault.words() + "); grant " + permission
                        + " to the acting identity.";
            case THROTTLED ->
                "The store " + where + " kept asking to be asked less (" + fault.words() + ") and does not " + act
                        + " in " + this + "; run again later.";
            case SKEWED ->
                "Our clock differs too much from that of " + where + " (" + fault.words() + "); set the clock right.";
            case NOT_IMPLEMENTED -> "The store " + where + " cannot " + act + " (" + fault.words() + ").";
            case TRANSIENT ->
                "The store " + where + " gave no good answer to " + act + " in " + this + " (" + fault.words()
                        + "); check that it can be reached, and run again.";
            default ->
                "The store " + where + " did not " + act + " in " + this + " (" + fault.words()
                        + "); check its address and settings.";
        };
    }
}
