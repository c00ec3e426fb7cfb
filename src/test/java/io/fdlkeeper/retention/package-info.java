/** Tests of what a repository keeps, and of taking versions out of retention. */
@NullMarked
package io.fdlkeeper.retention;

import org.jspecify.annotations.NullMarked;
