package io.fdlkeeper.schedule;

import java.time.Clock;
import java.time.Duration;
import java.util.function.ToLongFunction;

/** Schedules on threads of their own. */
public final class ScheduleService implements AutoCloseable {

    private static final String MINUTE = "every minute";

    private final Keeping keeping;
    private final Clock clock;
    private final QuartzAlarms alarms;
    private final Schedules schedules;

    /**
     * @param chance a number that nobody foresees, and that is the same for the same text
     * @param atOnce how many jobs run at the same time
     */
    public ScheduleService(Keeping keeping, ToLongFunction<String> chance, Clock clock, int atOnce) {
        this.keeping = keeping;
        this.clock = clock;
        // One thread more than jobs, so that schedules are looked at while all of them run.
        this.alarms = new QuartzAlarms(this::ring, atOnce + 1);
        this.schedules = new Schedules(keeping, chance, clock, atOnce, alarms);
    }

    public Schedules schedules() {
        return schedules;
    }

    /** Begins to look at schedules. */
    public void start() {
        schedules.renew();
        alarms.set(MINUTE, clock.instant());
        alarms.start();
    }

    /** Tells whether schedules are looked at. */
    public boolean isStarted() {
        return alarms.isStarted();
    }

    /**
     * Lets nothing begin any more, and waits for what runs.
     *
     * @return whether all of it ended in time
     */
    public boolean stop(Duration grace) {
        schedules.stop();
        return alarms.stop(grace);
    }

    @Override
    public void close() {
        schedules.stop();
        alarms.stop(Duration.ZERO);
    }

    private void ring(String name) {
        if (name.equals(MINUTE)) {
            alarms.set(MINUTE, clock.instant().plus(Duration.ofMinutes(1)));
            if (keeping.everyMinute()) {
                schedules.renew();
            }
        } else {
            schedules.look(name);
        }
    }
}
