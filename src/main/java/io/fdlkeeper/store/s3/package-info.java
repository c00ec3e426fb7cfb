/**
 * A repository in a bucket of S3 or of a store that speaks its language.
 *
 * <p>In come the settings of one bucket and prefix, a folder for temporary files and a clock. Out go the ports of a store; no key
 * outside of the prefix is ever listed, written or deleted, and no answer counts that is not provably one of the store.
 */
@NullMarked
package io.fdlkeeper.store.s3;

import org.jspecify.annotations.NullMarked;
