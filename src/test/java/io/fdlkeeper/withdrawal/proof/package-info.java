@NullMarked
package io.fdlkeeper.withdrawal.proof;

import org.jspecify.annotations.NullMarked;
