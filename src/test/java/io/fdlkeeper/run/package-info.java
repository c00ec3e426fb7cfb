/** Tests of what a run holds and keeps. */
@NullMarked
package io.fdlkeeper.run;

import org.jspecify.annotations.NullMarked;
