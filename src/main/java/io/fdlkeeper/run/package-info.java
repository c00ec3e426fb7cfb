/**
 * One job's run: its lease, stages, journal, progress and truthful end.
 *
 * <p>In come a job and who asked for it. Out go records of runs, a journal that survives a crash, and the {@link
 * io.fdlkeeper.run.Permit} without which nothing can be deleted and which only a lease can make.
 */
@NullMarked
package io.fdlkeeper.run;

import org.jspecify.annotations.NullMarked;
