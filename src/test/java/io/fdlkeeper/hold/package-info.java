/** Tests of holds. */
@NullMarked
package io.fdlkeeper.hold;

import org.jspecify.annotations.NullMarked;
