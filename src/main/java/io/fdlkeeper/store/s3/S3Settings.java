package io.fdlkeeper.store.s3;

import java.net.URI;
import java.util.Optional;

/**
 * Where a repository lies in S3, and how it is reached.
 *
 * @param bucket      the bucket's name
 * @param prefix      the repository's key prefix, ending in a slash; empty for the whole bucket
 * @param endpoint    the address of a store that is not AWS; empty for AWS itself
 * @param region      the region; empty for the one of environment or profile, and {@code us-east-1} where an endpoint is given
 * @param pathStyle   whether the bucket stands in the path and not in the host name
 * @param credentials who acts
 * @param compat      what the store needs to be spoken to differently from AWS
 */
public record S3Settings(
        String bucket,
        String prefix,
        Optional<URI> endpoint,
        Optional<String> region,
        boolean pathStyle,
        S3Credentials credentials,
        S3Compat compat) {

    public S3Settings {
        if (bucket.isEmpty()) {
            throw new IllegalArgumentException("a bucket has a name");
        }
        if (!prefix.isEmpty() && (!prefix.endsWith("/") || prefix.startsWith("/"))) {
            throw new IllegalArgumentException("a prefix ends in a slash and begins with none: " + prefix);
        }
    }

    /** Returns how people and the state name it, for example {@code s3://bucket/towns/}. */
    public String location() {
        return "s3://" + bucket + "/" + prefix;
    }
}
