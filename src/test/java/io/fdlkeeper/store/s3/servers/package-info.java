/**
 * The S3 servers that the adapter is held against, started once for all tests, and the table of where they differ from AWS.
 *
 * <p>In comes a name. Out come an endpoint, or the reason why there is none here, and what is known of it.
 */
@NullMarked
package io.fdlkeeper.store.s3.servers;

import org.jspecify.annotations.NullMarked;
