/** Tests of what an FDL repository is and of how it is observed. */
@NullMarked
package io.fdlkeeper.repository;

import org.jspecify.annotations.NullMarked;
