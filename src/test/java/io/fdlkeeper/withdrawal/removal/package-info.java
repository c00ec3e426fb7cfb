@NullMarked
package io.fdlkeeper.withdrawal.removal;

import org.jspecify.annotations.NullMarked;
