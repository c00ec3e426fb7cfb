@NullMarked
package io.fdlkeeper.web;

import org.jspecify.annotations.NullMarked;
