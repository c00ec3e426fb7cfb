/** Tests of the use cases over whole repositories, in memory and with the real catalog reader. */
@NullMarked
package io.fdlkeeper.maintenance;

import org.jspecify.annotations.NullMarked;
