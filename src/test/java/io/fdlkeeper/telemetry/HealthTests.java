package io.fdlkeeper.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.health.HealthCheckRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What is known of readiness, with time and looks moved by hand. */
class HealthTests {

    private final Hand clock = new Hand();
    private final Queue<Runnable> looks = new ArrayDeque<>();
    private final AtomicReference<Optional<String>> found = new AtomicReference<>(Optional.empty());
    private final AtomicInteger looked = new AtomicInteger();
    private final KnownState state = new KnownState(
            ReadinessCheck.of("store.towns", () -> {
                looked.incrementAndGet();
                return found.get();
            }),
            clock);

    @Test
    void beginsAsNotReadyAndIsReadyAfterTheFirstGoodLook() {
        assertThat(state.problem()).contains("not looked at yet");
        look();
        assertThat(state.problem()).isEmpty();
        assertThat(state.execute().isHealthy()).isTrue();
    }

    @Test
    void isNotLookedAtMoreOftenThanItSays() {
        look();
        clock.move(Duration.ofSeconds(29));
        look();
        assertThat(looked).hasValue(1);
        clock.move(Duration.ofSeconds(1));
        look();
        assertThat(looked).hasValue(2);
    }

    @Test
    void whatIsNotWellIsLookedAtAgainSoonAndThenMoreRarelyButNeverMoreRarelyThanItSays() {
        found.set(Optional.of("not started"));
        look();
        for (int pause : List.of(1, 2, 4, 8, 16, 30, 30)) {
            int before = looked.get();
            clock.move(Duration.ofSeconds(pause).minusMillis(1));
            look();
            assertThat(looked).hasValue(before);
            clock.move(Duration.ofMillis(1));
            look();
            assertThat(looked).hasValue(before + 1);
        }
        found.set(Optional.empty());
        clock.move(Duration.ofSeconds(30));
        look();
        found.set(Optional.of("gone"));
        clock.move(Duration.ofSeconds(30));
        look();
        found.set(Optional.empty());
        clock.move(Duration.ofSeconds(1));
        look();
        assertThat(state.problem()).isEmpty();
    }

    @Test
    void aLookThatHangsIsNotReadyAndIsNotJoinedByAnother() {
        look();
        clock.move(Duration.ofSeconds(30));
        state.lookWhenDue(looks::add);
        clock.move(Duration.ofSeconds(10));
        assertThat(state.problem()).isEmpty();
        clock.move(Duration.ofSeconds(60));
        state.lookWhenDue(looks::add);
        assertThat(looks).hasSize(1);
        assertThat(state.problem()).contains("no answer for 70 s");
        looks.remove().run();
        assertThat(state.problem()).isEmpty();
    }

    @Test
    void whatALookThrowsIsItsAnswer() {
        var failing = new KnownState(
                ReadinessCheck.of("engine", () -> {
                    throw new UnsatisfiedLinkError("no library");
                }),
                clock);
        failing.lookWhenDue(Runnable::run);
        assertThat(failing.problem()).contains("no library");
    }

    @Test
    void oneUnwellCheckMakesAllUnreadyAndIsShownByItsName() {
        var registry = new HealthCheckRegistry();
        try (var readiness = new Readiness(clock, registry)) {
            assertThat(readiness.isReady()).isFalse();
            readiness.watch(List.of(
                    ReadinessCheck.of("good", Optional::empty),
                    ReadinessCheck.of("state", () -> Optional.of("the disk is full"))));
            assertThat(registry.getNames()).containsExactly("good", "state");
            assertThat(registry.runHealthCheck("state").getMessage()).isEqualTo("not looked at yet");
            assertThat(readiness.isReady()).isFalse();
            readiness.watch(List.of(ReadinessCheck.of("good", Optional::empty)));
            assertThat(registry.getNames()).containsExactly("good");
        }
    }

    @Test
    void readinessLooksByItself() throws Exception {
        var seen = new CountDownLatch(2);
        try (var readiness = new Readiness(clock, new HealthCheckRegistry())) {
            readiness.watch(List.of(new ReadinessCheck("often", Duration.ZERO, Duration.ofSeconds(10), () -> {
                seen.countDown();
                return Optional.empty();
            })));
            readiness.start();
            assertThat(seen.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(readiness.isReady()).isTrue();
        }
    }

    private void look() {
        state.lookWhenDue(looks::add);
        while (!looks.isEmpty()) {
            looks.remove().run();
        }
    }

    /** A clock moved by hand. */
    private static final class Hand extends Clock {

        private Instant now = Instant.parse("2026-11-30T12:00:00Z");

        void move(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
