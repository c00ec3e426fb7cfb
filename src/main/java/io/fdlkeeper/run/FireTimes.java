package io.fdlkeeper.run;

import java.util.List;
import java.util.Optional;

/** Keeps when each schedule fired last and fires next, so that a restart misses nothing and repeats nothing. */
public interface FireTimes {

    Optional<FireTime> find(String repository, JobKind job);

    void put(String repository, JobKind job, FireTime time);

    /** Forgets all other schedules: one that was switched off begins anew when it is switched on again. */
    void keepOnly(List<ScheduledJob> jobs);
}
