package io.fdlkeeper.store.s3;

import java.util.Optional;

/**
 * How a store is spoken to where stores differ.
 *
 * @param checksums       sends and checks the checksums of AWS with every request; otherwise only where the protocol asks for one
 * @param chunkedEncoding sends bodies in signed chunks
 * @param md5             adds Content-MD5 to requests that need a checksum; on its own when a store asks for it
 * @param listUrlEncoding asks for listings with encoded keys; on its own as far as a store decodes to what it holds
 * @param bucketOwner     the account that must own the bucket, sent with each request; AWS only
 * @param requestsAtOnce  the most requests in flight
 */
public record S3Compat(
        boolean checksums,
        boolean chunkedEncoding,
        Choice md5,
        Choice listUrlEncoding,
        Optional<String> bucketOwner,
        int requestsAtOnce) {

    private static final int REQUESTS_AT_ONCE = 32;

    /** Amazon's own service. */
    public static final S3Compat AWS =
            new S3Compat(true, true, Choice.OFF, Choice.ON, Optional.empty(), REQUESTS_AT_ONCE);

    /** Any other store: what the fewest of them refuse. */
    public static final S3Compat OTHERS =
            new S3Compat(false, false, Choice.AUTO, Choice.AUTO, Optional.empty(), REQUESTS_AT_ONCE);

    /** A switch that can also find out by itself. */
    public enum Choice {
        AUTO,
        ON,
        OFF
    }
}
