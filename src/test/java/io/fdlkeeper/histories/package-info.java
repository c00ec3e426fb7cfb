/**
 * Random histories of one repository: writers, other keepers, crashes and faults between any two steps of retention and collection.
 *
 * <p>In comes a seed. Out goes what a witness who knows the truth saw go wrong, which must be nothing; and, for each mistake planted on
 * purpose, that it is seen.
 */
@NullMarked
package io.fdlkeeper.histories;

import org.jspecify.annotations.NullMarked;
