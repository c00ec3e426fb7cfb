package io.fdlkeeper.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.run.Blackout;
import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JobSchedule;
import io.fdlkeeper.run.MisfirePolicy;
import io.fdlkeeper.run.Pause;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.schedule.Decision.Reason;
import io.fdlkeeper.schedule.Situation.Room;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimetableTests {

    private static final Instant DUE = Instant.parse("2026-06-02T02:30:00Z");
    private static final Instant NEXT = Instant.parse("2026-06-03T02:30:00Z");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final Timetable timetable = new Timetable(new Jitter(String::hashCode));

    @Test
    void newScheduleWaitsForItsFirstTime() {
        Decision decision = decide(nightly(MisfirePolicy.RUN_ONCE), Optional.empty(), DUE.minusSeconds(1));
        assertThat(decision).isInstanceOf(Decision.Wait.class);
        assertThat(decision.lookAgain()).contains(DUE);
        assertThat(decision.kept().nextDue()).contains(DUE);
    }

    @Test
    void firesAtItsTimeAndIsAccountedForBeforeAnythingRuns() {
        Decision decision = decide(nightly(MisfirePolicy.SKIP), kept(), DUE);
        assertThat(decision).isInstanceOf(Decision.Fire.class);
        assertThat(((Decision.Fire) decision).missed()).isZero();
        assertThat(decision.kept().nextDue()).contains(NEXT);
        assertThat(decision.kept().lastStarted()).contains(DUE);
        assertThat(decide(nightly(MisfirePolicy.SKIP), Optional.of(decision.kept()), DUE))
                .isInstanceOf(Decision.Wait.class);
    }

    @Test
    void downForThreeNightsMakesUpForThemOnce() {
        Instant back = DUE.plus(Duration.ofHours(60));
        Decision decision = decide(nightly(MisfirePolicy.RUN_ONCE), kept(), back);
        assertThat(decision).isInstanceOf(Decision.Fire.class);
        assertThat(((Decision.Fire) decision).missed()).isEqualTo(3);
        assertThat(decision.kept().misfires()).isEqualTo(3);
        assertThat(decide(nightly(MisfirePolicy.RUN_ONCE), Optional.of(decision.kept()), back.plusSeconds(60)))
                .isInstanceOf(Decision.Wait.class);
    }

    @Test
    void downForThreeNightsIsSkippedWhereThePolicySaysSo() {
        Decision decision = decide(nightly(MisfirePolicy.SKIP), kept(), DUE.plus(Duration.ofHours(60)));
        assertThat(((Decision.Skip) decision).reason()).isEqualTo(Reason.MISFIRED);
        assertThat(((Decision.Skip) decision).count()).isEqualTo(3);
        assertThat(decision.kept().owed()).isFalse();
        assertThat(decision.lookAgain()).contains(DUE.plus(Duration.ofDays(3)));
    }

    @Test
    void pausedJobIsMadeUpForWhenThePauseIsOver() {
        var pause = pause(Optional.of(DUE.plusSeconds(30)));
        Decision paused = decide(nightly(MisfirePolicy.RUN_ONCE), kept(), List.of(pause), Room.FREE, DUE);
        assertThat(((Decision.Skip) paused).reason()).isEqualTo(Reason.PAUSED);
        assertThat(((Decision.Skip) paused).why()).contains("tester").contains("an audit");
        assertThat(paused.lookAgain()).contains(DUE.plusSeconds(30));
        Decision later = decide(
                nightly(MisfirePolicy.RUN_ONCE),
                Optional.of(paused.kept()),
                List.of(pause),
                Room.FREE,
                DUE.plusSeconds(30));
        assertThat(later).isInstanceOf(Decision.Fire.class);
        assertThat(later.kept().owed()).isFalse();
        assertThat(later.kept().misfires()).isEqualTo(1);
    }

    @Test
    void pausedJobThatSkipsWaitsForItsNextTime() {
        Decision paused = decide(nightly(MisfirePolicy.SKIP), kept(), List.of(pause(Optional.empty())), Room.FREE, DUE);
        assertThat(paused.kept().owed()).isFalse();
        assertThat(paused.lookAgain()).contains(NEXT);
    }

    @Test
    void pauseOfAnotherJobOrRepositoryKeepsNothing() {
        var ofVerify =
                new Pause(Optional.empty(), Optional.of(JobKind.VERIFY), "an audit", "tester", DUE, Optional.empty());
        var ofOther = new Pause(Optional.of("/srv/other"), Optional.empty(), "x", "tester", DUE, Optional.empty());
        assertThat(decide(nightly(MisfirePolicy.SKIP), kept(), List.of(ofVerify, ofOther), Room.FREE, DUE))
                .isInstanceOf(Decision.Fire.class);
    }

    @Test
    void whatIsOwedIsToldOnceAndLookedAtEveryMinute() {
        var pause = pause(Optional.empty());
        Decision first = decide(nightly(MisfirePolicy.RUN_ONCE), kept(), List.of(pause), Room.FREE, DUE);
        Decision second = decide(
                nightly(MisfirePolicy.RUN_ONCE),
                Optional.of(first.kept()),
                List.of(pause),
                Room.FREE,
                DUE.plusSeconds(60));
        assertThat(second).isInstanceOf(Decision.Wait.class);
        assertThat(second.kept()).isEqualTo(first.kept());
        assertThat(second.lookAgain()).contains(DUE.plusSeconds(120));
    }

    @Test
    void blackoutEndsWithARun() {
        var window = new Blackout(Set.of(), LocalTime.of(2, 0), LocalTime.of(4, 0), ZoneOffset.UTC);
        var job = job("30 2 * * *", ZoneOffset.UTC, Duration.ZERO, MisfirePolicy.RUN_ONCE, window);
        Decision in = decide(job, kept(), DUE);
        assertThat(((Decision.Skip) in).reason()).isEqualTo(Reason.IN_BLACKOUT);
        Instant end = Instant.parse("2026-06-02T04:00:00Z");
        assertThat(decide(job, Optional.of(in.kept()), end.minusMillis(1))).isInstanceOf(Decision.Wait.class);
        assertThat(decide(job, Optional.of(in.kept()), end)).isInstanceOf(Decision.Fire.class);
    }

    @Test
    void stillRunningIsMissedAndAnotherJobIsOnlyWaitedFor() {
        Decision still = decide(nightly(MisfirePolicy.SKIP), kept(), List.of(), Room.STILL_RUNNING, DUE);
        assertThat(((Decision.Skip) still).reason()).isEqualTo(Reason.STILL_RUNNING);
        assertThat(still.kept().owed()).isFalse();
        assertThat(still.kept().misfires()).isEqualTo(1);
        Decision waits = decide(nightly(MisfirePolicy.SKIP), kept(), List.of(), Room.TAKEN_BY_OTHERS, DUE);
        assertThat(((Decision.Skip) waits).reason()).isEqualTo(Reason.WAITS_ITS_TURN);
        assertThat(waits.kept().owed()).isTrue();
        assertThat(waits.kept().misfires()).isZero();
        Instant later = DUE.plus(Duration.ofHours(5));
        assertThat(decide(nightly(MisfirePolicy.SKIP), Optional.of(waits.kept()), later))
                .isInstanceOf(Decision.Fire.class);
    }

    @Test
    void jitterIsTheSameWhenItIsAskedAgainAndDiffersFromNightToNight() {
        var job = job("30 2 * * *", ZoneOffset.UTC, Duration.ofMinutes(10), MisfirePolicy.RUN_ONCE);
        var again = new Timetable(new Jitter(String::hashCode));
        List<Instant> times =
                timetable.next(job, Optional.empty(), DUE).limit(30).toList();
        assertThat(again.next(job, Optional.empty(), DUE).limit(30).toList()).isEqualTo(times);
        List<Duration> late = times.stream()
                .map(time -> Duration.between(LocalTime.of(2, 30), LocalTime.ofInstant(time, ZoneOffset.UTC)))
                .toList();
        assertThat(late)
                .allMatch(by -> !by.isNegative() && by.compareTo(Duration.ofMinutes(10)) <= 0)
                .hasSizeGreaterThan(20)
                .doesNotHaveDuplicates();
    }

    @Test
    void jitterMovesTheFiringAndNotTheOneAfter() {
        var job = job("30 2 * * *", ZoneOffset.UTC, Duration.ofMinutes(10), MisfirePolicy.SKIP);
        FireTime begun = decide(job, Optional.empty(), DUE.minusSeconds(1)).kept();
        Instant at = begun.nextAt().orElseThrow();
        assertThat(at).isAfter(DUE);
        assertThat(decide(job, Optional.of(begun), at.minusMillis(1))).isInstanceOf(Decision.Wait.class);
        Decision fired = decide(job, Optional.of(begun), at);
        assertThat(fired).isInstanceOf(Decision.Fire.class);
        assertThat(fired.kept().nextDue()).contains(NEXT);
    }

    @Test
    void nightWithoutTheHourFiresOnceAndSoDoesTheNightThatHasItTwice() {
        var job = job("30 2 * * *", BERLIN, Duration.ZERO, MisfirePolicy.RUN_ONCE);
        assertThat(firings(job, "2026-03-27T12:00:00Z", 4))
                .containsExactly(
                        "2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z", "2026-03-31T00:30:00Z");
        assertThat(firings(job, "2026-10-23T12:00:00Z", 4))
                .containsExactly(
                        "2026-10-24T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-26T01:30:00Z", "2026-10-27T01:30:00Z");
    }

    @Test
    void changedScheduleBeginsAnewAndOwesNothing() {
        Decision paused =
                decide(nightly(MisfirePolicy.RUN_ONCE), kept(), List.of(pause(Optional.empty())), Room.FREE, DUE);
        var hourly = job("0 * * * *", ZoneOffset.UTC, Duration.ZERO, MisfirePolicy.RUN_ONCE);
        Decision decision = decide(hourly, Optional.of(paused.kept()), DUE.plus(Duration.ofDays(9)));
        assertThat(decision).isInstanceOf(Decision.Wait.class);
        assertThat(decision.kept().nextDue()).contains(Instant.parse("2026-06-11T03:00:00Z"));
    }

    @Test
    void clockSetBackByYearsDoesNotSilenceASchedule() {
        Instant wrong = DUE.plus(Duration.ofDays(4000));
        FireTime kept = decide(nightly(MisfirePolicy.RUN_ONCE), kept(), wrong).kept();
        Decision decision = decide(nightly(MisfirePolicy.RUN_ONCE), Optional.of(kept), DUE.plusSeconds(60));
        assertThat(decision.lookAgain()).contains(NEXT);
    }

    @Test
    void clockSetBackBySecondsRepeatsNothing() {
        FireTime fired = decide(nightly(MisfirePolicy.RUN_ONCE), kept(), DUE).kept();
        assertThat(decide(nightly(MisfirePolicy.RUN_ONCE), Optional.of(fired), DUE.minusSeconds(5)))
                .isEqualTo(new Decision.Wait(fired, Optional.of(NEXT)));
    }

    @Test
    void crontabWeekdaysAreThoseOfACrontab() {
        assertThat(firings("0 12 * * 0", 2)).containsExactly("2026-06-07T12:00:00Z", "2026-06-14T12:00:00Z");
        assertThat(firings("0 12 * * 7", 1)).containsExactly("2026-06-07T12:00:00Z");
        assertThat(firings("0 12 * * 1,3", 3))
                .containsExactly("2026-06-03T12:00:00Z", "2026-06-08T12:00:00Z", "2026-06-10T12:00:00Z");
        assertThat(firings("0 12 * * 5-7", 3))
                .containsExactly("2026-06-05T12:00:00Z", "2026-06-06T12:00:00Z", "2026-06-07T12:00:00Z");
        assertThat(firings("*/20 3 1 * *", 2)).containsExactly("2026-07-01T03:00:00Z", "2026-07-01T03:20:00Z");
        assertThat(firings("30 15 10 ? * 6L", 1)).containsExactly("2026-06-26T10:15:30Z");
    }

    private List<String> firings(String cron, int count) {
        return firings(job(cron, ZoneOffset.UTC, Duration.ZERO, MisfirePolicy.SKIP), "2026-06-02T12:30:00Z", count);
    }

    private List<String> firings(ScheduledJob job, String after, int count) {
        Stream<Instant> firings = timetable.next(job, Optional.empty(), Instant.parse(after));
        return firings.limit(count).map(Instant::toString).toList();
    }

    private Decision decide(ScheduledJob job, Optional<FireTime> known, Instant now) {
        return decide(job, known, List.of(), Room.FREE, now);
    }

    private Decision decide(ScheduledJob job, Optional<FireTime> known, List<Pause> pauses, Room room, Instant now) {
        return timetable.decide(new Situation(job, known, pauses, room, now));
    }

    /** What is kept of the nightly job before {@link #DUE}. */
    private Optional<FireTime> kept() {
        return Optional.of(decide(nightly(MisfirePolicy.SKIP), Optional.empty(), DUE.minusSeconds(3600))
                .kept());
    }

    private static Pause pause(Optional<Instant> until) {
        return new Pause(Optional.empty(), Optional.empty(), "an audit", "tester", DUE.minusSeconds(60), until);
    }

    private static ScheduledJob nightly(MisfirePolicy misfire) {
        return job("30 2 * * *", ZoneOffset.UTC, Duration.ZERO, misfire);
    }

    private static ScheduledJob job(
            String cron, ZoneId zone, Duration jitter, MisfirePolicy misfire, Blackout... blackouts) {
        return new ScheduledJob(
                "lake", "/srv/lake", new JobSchedule(JobKind.GC, cron, zone, jitter, misfire, List.of(blackouts)));
    }
}
