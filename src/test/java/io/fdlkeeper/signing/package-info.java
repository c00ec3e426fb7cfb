@NullMarked
package io.fdlkeeper.signing;

import org.jspecify.annotations.NullMarked;
