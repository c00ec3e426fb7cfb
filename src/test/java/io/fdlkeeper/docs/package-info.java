/**
 * Writes pages of the documentation from the classes they describe, and keeps all pages true.
 *
 * <p>In come the enums that scripts see and the pages in {@code docs/}. Out go the pages as they should be; a test fails while one is not.
 */
@NullMarked
package io.fdlkeeper.docs;

import org.jspecify.annotations.NullMarked;
