/**
 * What the keeper itself remembers, in one directory: runs and leases in a database file, everything else in plain files.
 *
 * <p>In come the calls of the core's ports; object keys enter the database and the audit log only as keyed hashes, since a key can hold
 * a column's value and a database keeps what was deleted in old pages. Out go the ports, through {@link
 * io.fdlkeeper.state.KeeperState}; nothing else of this package is public but its exceptions.
 */
@NullMarked
package io.fdlkeeper.state;

import org.jspecify.annotations.NullMarked;
