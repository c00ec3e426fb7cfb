/**
 * Schedules: when jobs run by themselves.
 *
 * <p>In come the schedules of the configuration, pauses, and what the state keeps of earlier firings. Out go decisions with reasons, and
 * jobs begun one at a time for each repository. The only place of Quartz, whose cron times and threads are used, and nothing else of it.
 */
@NullMarked
package io.fdlkeeper.schedule;

import org.jspecify.annotations.NullMarked;
