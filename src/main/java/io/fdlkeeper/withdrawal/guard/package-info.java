/**
 * The guard against the return of withdrawn data: a rebuild from a source nobody cleaned, or a backup that is put back.
 *
 * <p>In come what a case has sealed for this, and what is new in a repository since. Out go hits, each with the version and the file, in
 * words that do not show the value.
 */
@NullMarked
package io.fdlkeeper.withdrawal.guard;

import org.jspecify.annotations.NullMarked;
