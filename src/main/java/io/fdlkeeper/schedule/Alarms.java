package io.fdlkeeper.schedule;

import java.time.Instant;

/** Wakes schedules up. Only the latest alarm of a name counts. */
interface Alarms {

    void set(String name, Instant at);

    void remove(String name);
}
