@NullMarked
package io.fdlkeeper.withdrawal.find;

import org.jspecify.annotations.NullMarked;
