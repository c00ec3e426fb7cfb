package io.fdlkeeper.schedule;

import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.StatePorts;
import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.MisfirePolicy;
import io.fdlkeeper.run.Pause;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.run.Upcoming;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at schedules whenever one may be due, and begins jobs.
 *
 * <p>All it knows between two looks is in the state, written down before a job begins: a restart misses nothing and repeats nothing.
 */
public final class Schedules {

    private static final Logger LOG = LoggerFactory.getLogger(Schedules.class);

    private final Keeping keeping;
    private final Timetable timetable;
    private final Clock clock;
    private final Alarms alarms;
    private final Occupancy occupancy;
    private final Map<String, ScheduledJob> jobs = new HashMap<>();
    private volatile boolean stopping;

    Schedules(Keeping keeping, ToLongFunction<String> chance, Clock clock, int atOnce, Alarms alarms) {
        this.keeping = keeping;
        this.timetable = new Timetable(new Jitter(chance));
        this.clock = clock;
        this.alarms = alarms;
        this.occupancy = new Occupancy(atOnce);
    }

    /** Takes the schedules as the configuration has them now; those that are no more are forgotten. */
    public synchronized void renew() {
        // Asked first: where this fails, the schedules that were there go on.
        List<ScheduledJob> renewed = keeping.scheduled();
        Map<String, ScheduledJob> before = new HashMap<>(jobs);
        jobs.clear();
        renewed.forEach(job -> jobs.put(name(job), job));
        before.keySet().forEach(name -> {
            if (!jobs.containsKey(name)) {
                alarms.remove(name);
            }
        });
        keeping.fireTimes().keepOnly(List.copyOf(jobs.values()));
        jobs.keySet().forEach(name -> alarms.set(name, clock.instant()));
    }

    /** Lets nothing begin any more, and asks what runs to end after the batch in hand. */
    public void stop() {
        stopping = true;
    }

    /** Returns how many scheduled jobs run now. */
    public int running() {
        return occupancy.size();
    }

    /** Looks at one schedule, and does its job if it is due; returns when that has ended. */
    void look(String name) {
        try {
            Optional<ScheduledJob> due = begin(name);
            if (due.isPresent()) {
                work(due.get());
            }
        } catch (RuntimeException e) {
            LOG.error("cannot look at the schedule of {}: {}", name, e.getMessage());
            alarms.set(name, clock.instant().plus(Timetable.LOOK_WHILE_OWED));
        }
    }

    /** Decides, and writes down what follows before it is done. */
    private synchronized Optional<ScheduledJob> begin(String name) {
        ScheduledJob job = jobs.get(name);
        if (job == null || stopping) {
            return Optional.empty();
        }
        Optional<FireTime> known = keeping.fireTimes().find(job.location(), job.job());
        Decision decision = timetable.decide(
                new Situation(job, known, keeping.pauses().list(), occupancy.roomFor(job), clock.instant()));
        if (!known.equals(Optional.of(decision.kept()))) {
            keeping.fireTimes().put(job.location(), job.job(), decision.kept());
        }
        decision.lookAgain().ifPresent(at -> alarms.set(name, at));
        if (decision instanceof Decision.Skip skip) {
            LOG.info(
                    "{} does not run: {}{}",
                    job.text(),
                    skip.why(),
                    decision.kept().owed() ? "; it runs once when it may" : "; it waits for its next time");
        }
        if (!(decision instanceof Decision.Fire fire)) {
            return Optional.empty();
        }
        LOG.info("{} begins{}", job.text(), fire.missed() == 0 ? "" : ", for " + fire.missed() + " missed firings too");
        occupancy.enter(job);
        return Optional.of(job);
    }

    private void work(ScheduledJob job) {
        boolean busy = false;
        try {
            JobReport report = keeping.run(job, stopOf(job));
            busy = report.outcome() == JobOutcome.BUSY;
            LOG.info("{} ended: {}. {}", job.text(), report.outcome().id(), report.message());
            if (isOwedAgain(job, report.outcome())) {
                keeping.fireTimes()
                        .find(job.location(), job.job())
                        .ifPresent(kept -> keeping.fireTimes().put(job.location(), job.job(), kept.owing(true)));
            }
        } catch (RuntimeException e) {
            LOG.error("{} failed: {}", job.text(), e.getMessage());
        } finally {
            occupancy.leave(job);
            lookAgain(job, busy);
        }
    }

    /** What was stopped in its midst goes on when it may, and what found the lease taken by a command waits for its end. */
    private static boolean isOwedAgain(ScheduledJob job, JobOutcome outcome) {
        return outcome == JobOutcome.BUSY
                || outcome == JobOutcome.STOPPED && job.schedule().misfire() == MisfirePolicy.RUN_ONCE;
    }

    private synchronized void lookAgain(ScheduledJob ended, boolean busy) {
        if (stopping) {
            return;
        }
        Instant now = clock.instant();
        String name = name(ended);
        // Whoever holds the lease is given a minute.
        jobs.keySet()
                .forEach(other ->
                        alarms.set(other, busy && other.equals(name) ? now.plus(Timetable.LOOK_WHILE_OWED) : now));
    }

    /** A blackout or a pause that begins while a job runs stops it after the batch in hand, by the settings of that moment. */
    private StopToken stopOf(ScheduledJob job) {
        return () -> {
            Instant now = clock.instant();
            ScheduledJob current = jobNow(job);
            return stopping
                    || current.schedule().blackedOutUntil(now).isPresent()
                    || Pause.longest(keeping.pauses().list(), job.location(), job.job(), now)
                            .isPresent();
        };
    }

    private synchronized ScheduledJob jobNow(ScheduledJob job) {
        return jobs.getOrDefault(name(job), job);
    }

    /** Shows how the schedules stand, each with its next firings. */
    public static List<Upcoming> upcoming(
            List<ScheduledJob> jobs, StatePorts state, ToLongFunction<String> chance, Instant now, int firings) {
        var timetable = new Timetable(new Jitter(chance));
        List<Pause> pauses = state.pauses().list();
        return jobs.stream()
                .map(job -> {
                    Optional<FireTime> kept = state.fireTimes().find(job.location(), job.job());
                    return new Upcoming(
                            job,
                            kept,
                            Pause.longest(pauses, job.location(), job.job(), now),
                            timetable
                                    .next(job, kept, now)
                                    .limit(firings)
                                    .map(at -> new Upcoming.Firing(
                                            at, job.schedule().blackedOutUntil(at)))
                                    .toList());
                })
                .toList();
    }

    static String name(ScheduledJob job) {
        return job.job().id() + " " + job.location();
    }
}
