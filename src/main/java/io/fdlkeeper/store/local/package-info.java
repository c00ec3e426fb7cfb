/**
 * A repository in a folder.
 *
 * <p>In come the folder and a clock. Out go the ports of a store; below the real path of the folder nothing but the folder's own
 * tree is ever listed, written or deleted, and no symbolic link leads out of it.
 */
@NullMarked
package io.fdlkeeper.store.local;

import org.jspecify.annotations.NullMarked;
