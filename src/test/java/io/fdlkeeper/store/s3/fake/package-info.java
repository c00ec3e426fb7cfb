/**
 * An S3 server in the test's own process that does what AWS documents and, when asked to, fails, lies and lags as others do.
 *
 * <p>In come HTTP requests of any S3 client, and switched faults. Out go S3's answers with a clock that moves by hand.
 */
@NullMarked
package io.fdlkeeper.store.s3.fake;

import org.jspecify.annotations.NullMarked;
