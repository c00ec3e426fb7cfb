@NullMarked
package io.fdlkeeper.withdrawal;

import org.jspecify.annotations.NullMarked;
