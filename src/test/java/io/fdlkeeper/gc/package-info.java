/** Tests of what is garbage, and of deleting no more than that. */
@NullMarked
package io.fdlkeeper.gc;

import org.jspecify.annotations.NullMarked;
