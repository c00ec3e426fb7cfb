/**
 * Finding what holds a leaked value: every data file, catalog and document, each looked at once.
 *
 * <p>In come selectors and a repository. Out go findings: files with rows, versions with reasons, and all that could not be read, so
 * that an empty answer is never silence.
 */
@NullMarked
package io.fdlkeeper.withdrawal.find;

import org.jspecify.annotations.NullMarked;
