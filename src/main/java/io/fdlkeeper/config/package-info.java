/**
 * Configuration: what an operator writes, read strictly and checked as a whole before anything runs.
 *
 * <p>In comes a YAML file with the environment, or the options of a command that needs no file. Out goes a checked configuration whose
 * sections build the values of the core, or every problem at once, each with its line.
 */
@NullMarked
package io.fdlkeeper.config;

import org.jspecify.annotations.NullMarked;
