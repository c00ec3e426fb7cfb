/**
 * What an FDL repository is: its names, its documents read and written, the states of its versions and their history.
 *
 * <p>In come objects of a store. Out goes one observed {@link io.fdlkeeper.repository.RepositoryView} on which every decision is made,
 * or the refusals that stop a job; nothing here decides what may go.
 */
@NullMarked
package io.fdlkeeper.repository;

import org.jspecify.annotations.NullMarked;
