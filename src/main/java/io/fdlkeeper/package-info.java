/**
 * The root: where the process starts and its parts are wired together. It may see every other package, and is the only
 * place that does. What goes out is a running keeper, as a command or as a daemon.
 */
@NullMarked
package io.fdlkeeper;

import org.jspecify.annotations.NullMarked;
