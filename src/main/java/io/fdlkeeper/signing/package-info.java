/**
 * Signatures in the SSH signature format, as {@code ssh-keygen -Y} makes and checks them.
 *
 * <p>In come messages, namespaces and public keys as OpenSSH writes them. Out go armoured signatures and whose they are; the keeper's
 * own key never leaves its file.
 */
@NullMarked
package io.fdlkeeper.signing;

import org.jspecify.annotations.NullMarked;
