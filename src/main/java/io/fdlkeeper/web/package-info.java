/**
 * The outside, as anybody on the web sees it.
 *
 * <p>In come addresses. Out go the answers to them: what is still served and what is gone, and nothing of the content.
 */
@NullMarked
package io.fdlkeeper.web;

import org.jspecify.annotations.NullMarked;
