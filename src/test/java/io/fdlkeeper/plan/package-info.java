/** Tests of frozen plans and of the one place that deletes. */
@NullMarked
package io.fdlkeeper.plan;

import org.jspecify.annotations.NullMarked;
