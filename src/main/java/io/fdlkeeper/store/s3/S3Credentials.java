package io.fdlkeeper.store.s3;

import java.util.Optional;

/**
 * Who acts in the store.
 *
 * @param acting   reads and writes, and deletes where nobody else is named for it
 * @param deleting deletes, where that is another identity
 * @param expected what the acting identity must be: an account number of 12 digits, an ARN, or an access key's id; a different one is
 *     refused
 */
public record S3Credentials(Identity acting, Optional<Identity> deleting, Optional<String> expected) {

    /** Whatever the environment offers, in the order of the SDK: properties, variables, web identity, profile, container, machine. */
    public static final S3Credentials FROM_ENVIRONMENT =
            new S3Credentials(Identity.FROM_ENVIRONMENT, Optional.empty(), Optional.empty());

    /** Returns the credentials of one access key, for stores that have no other. */
    public static S3Credentials ofKey(String id, String secret) {
        return new S3Credentials(
                new Identity(Optional.of(new AccessKey(id, secret)), Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * One identity.
     *
     * @param key     an access key; empty to find credentials as the SDK does
     * @param profile a profile of the shared configuration files
     * @param role    a role to take on with what was found
     */
    public record Identity(Optional<AccessKey> key, Optional<String> profile, Optional<Role> role) {

        public static final Identity FROM_ENVIRONMENT =
                new Identity(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** An access key. Its secret is never shown. */
    public record AccessKey(String id, String secret) {

        @Override
        public String toString() {
            return "AccessKey[id=" + id + "]";
        }
    }

    /**
     * A role to take on.
     *
     * @param externalId  what the role's owner asks for
     * @param sessionName how the session shows in the owner's logs
     */
    public record Role(String arn, Optional<String> externalId, String sessionName) {}
}
