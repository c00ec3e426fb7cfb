package io.fdlkeeper.cli;

import java.util.Optional;

/**
 * What the options of a command say about how a bucket is reached, as they were written.
 *
 * @param endpoint  address of a store that is not AWS
 * @param region    the bucket's region
 * @param profile   the profile that gives the credentials
 * @param pathStyle names the bucket in the path also without an endpoint
 */
public record BucketOptions(
        Optional<String> endpoint, Optional<String> region, Optional<String> profile, boolean pathStyle) {

    static final BucketOptions UNSAID = new BucketOptions(Optional.empty(), Optional.empty(), Optional.empty(), false);
}
