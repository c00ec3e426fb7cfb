package io.fdlkeeper.config;

import java.util.Optional;

/**
 * How a command line says a bucket is reached.
 *
 * @param endpoint  address of a store that is not AWS
 * @param region    the bucket's region
 * @param profile   the profile that gives the credentials
 * @param pathStyle names the bucket in the path also without an endpoint
 */
public record CommandLineBucket(
        Optional<String> endpoint, Optional<String> region, Optional<String> profile, boolean pathStyle) {

    /** Nothing said. */
    public static final CommandLineBucket UNSAID =
            new CommandLineBucket(Optional.empty(), Optional.empty(), Optional.empty(), false);
}
