package io.fdlkeeper.schedule;

import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.JobSchedule;
import io.fdlkeeper.run.MisfirePolicy;
import io.fdlkeeper.run.Pause;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.schedule.Decision.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides what is to be done with a schedule, from nothing but its {@link Situation}. */
final class Timetable {

    /** A firing looked at later than this was missed: nobody was there. */
    static final Duration TOLERANCE = Duration.ofMinutes(1);

    /** How often is looked whether what stands in the way is gone: a pause can be ended at any time. */
    static final Duration LOOK_WHILE_OWED = Duration.ofMinutes(1);

    /** Firings counted one by one; of a schedule that missed more, only that there were more is known. */
    private static final int MOST_COUNTED = 100_000;

    private final Jitter jitter;

    Timetable(Jitter jitter) {
        this.jitter = jitter;
    }

    Decision decide(Situation situation) {
        Passed passed = passed(situation);
        FireTime kept = passed.kept();
        if (passed.count() == 0 && !kept.owed()) {
            return new Decision.Wait(kept, kept.nextAt());
        }
        Optional<Obstacle> obstacle = obstacle(situation);
        if (obstacle.isPresent()) {
            return notNow(situation, passed, obstacle.get());
        }
        long late = passed.count() > 0 && isLate(passed, situation.now()) ? 1 : 0;
        if (late == 1 && !kept.owed() && situation.job().schedule().misfire() == MisfirePolicy.SKIP) {
            return new Decision.Skip(
                    kept.missing(passed.count()),
                    kept.nextAt(),
                    Reason.MISFIRED,
                    passed.count(),
                    "nobody was there at the time");
        }
        long missed = passed.count() == 0 ? 0 : passed.count() - 1 + late;
        return new Decision.Fire(kept.missing(missed).startedAt(situation.now()), kept.nextAt(), missed);
    }

    /** Returns the next firings, in order, however many there are of the number asked for. */
    Stream<Instant> next(ScheduledJob job, Optional<FireTime> known, Instant now) {
        CronText cron = cron(job.schedule());
        Optional<FireTime> same =
                known.filter(kept -> kept.times().equals(job.schedule().times()));
        Optional<Instant> first = same.flatMap(FireTime::nextDue).or(() -> cron.after(now));
        return Stream.iterate(first, Optional::isPresent, due -> due.flatMap(cron::after))
                .flatMap(Optional::stream)
                .map(due -> jitter.of(job, due));
    }

    private static Decision notNow(Situation situation, Passed passed, Obstacle obstacle) {
        FireTime kept = passed.kept();
        boolean turn = obstacle.reason() == Reason.WAITS_ITS_TURN;
        boolean owed = turn || situation.job().schedule().misfire() == MisfirePolicy.RUN_ONCE;
        Optional<Instant> soon = Optional.of(situation.now().plus(LOOK_WHILE_OWED));
        Optional<Instant> lookAgain = owed ? earlier(earlier(kept.nextAt(), obstacle.until()), soon) : kept.nextAt();
        if (passed.count() == 0 && owed) {
            return new Decision.Wait(kept, lookAgain);
        }
        FireTime after = kept.owing(owed).missing(turn ? 0 : passed.count());
        return new Decision.Skip(after, lookAgain, obstacle.reason(), Math.max(1, passed.count()), obstacle.why());
    }

    private static Optional<Obstacle> obstacle(Situation situation) {
        ScheduledJob job = situation.job();
        Optional<Pause> pause = Pause.longest(situation.pauses(), job.location(), job.job(), situation.now());
        if (pause.isPresent()) {
            return Optional.of(
                    new Obstacle(Reason.PAUSED, pause.get().until(), pause.get().text()));
        }
        Optional<Instant> blackout = job.schedule().blackedOutUntil(situation.now());
        if (blackout.isPresent()) {
            return Optional.of(new Obstacle(Reason.IN_BLACKOUT, blackout, "a blackout lasts until " + blackout.get()));
        }
        return switch (situation.room()) {
            case FREE -> Optional.empty();
            case STILL_RUNNING ->
                Optional.of(new Obstacle(Reason.STILL_RUNNING, Optional.empty(), "its last run has not ended"));
            case TAKEN_BY_OTHERS ->
                Optional.of(new Obstacle(Reason.WAITS_ITS_TURN, Optional.empty(), "other jobs have to end first"));
        };
    }

    /**
     * What stands in the way.
     *
     * @param until when it is gone, where that is known
     * @param why   as the end of a sentence
     */
    private record Obstacle(Reason reason, Optional<Instant> until, String why) {}

    /**
     * The firings that fell due since the last look.
     *
     * @param latest when the last of them was due, with its jitter
     * @param kept   what to keep: they are accounted for
     */
    private record Passed(long count, Optional<Instant> latest, FireTime kept) {}

    private Passed passed(Situation situation) {
        ScheduledJob job = situation.job();
        CronText cron = cron(job.schedule());
        FireTime known = situation
                .known()
                .filter(kept -> kept.times().equals(job.schedule().times()))
                .filter(kept -> !isOfAnotherClock(kept, cron, situation.now()))
                .orElseGet(() -> begun(job, cron, situation));
        Optional<Instant> due = known.nextDue();
        Optional<Instant> latest = Optional.empty();
        long count = 0;
        while (due.isPresent() && !jitter.of(job, due.get()).isAfter(situation.now())) {
            latest = due.map(time -> jitter.of(job, time));
            count++;
            due = cron.after(count < MOST_COUNTED ? due.get() : situation.now());
        }
        FireTime kept = new FireTime(
                known.times(),
                due,
                due.map(time -> jitter.of(job, time)),
                known.owed(),
                known.lastStarted(),
                known.misfires());
        return new Passed(count, latest, kept);
    }

    private FireTime begun(ScheduledJob job, CronText cron, Situation situation) {
        Optional<Instant> due = cron.after(situation.now());
        return new FireTime(
                job.schedule().times(),
                due,
                due.map(time -> jitter.of(job, time)),
                false,
                situation.known().flatMap(FireTime::lastStarted),
                situation.known().map(FireTime::misfires).orElse(0L));
    }

    /** A clock that was set back by more than one firing would keep the schedule silent until it has caught up. */
    private static boolean isOfAnotherClock(FireTime kept, CronText cron, Instant now) {
        Optional<Instant> second = cron.after(now).flatMap(cron::after);
        return second.isPresent() && kept.nextDue().map(second.get()::isBefore).orElse(false);
    }

    private static boolean isLate(Passed passed, Instant now) {
        return passed.latest().map(due -> due.plus(TOLERANCE).isBefore(now)).orElse(false);
    }

    private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
        return Stream.of(one, other).flatMap(Optional::stream).min(Instant::compareTo);
    }

    private static CronText cron(JobSchedule schedule) {
        return CronText.parse(schedule.cron(), schedule.zone());
    }
}
