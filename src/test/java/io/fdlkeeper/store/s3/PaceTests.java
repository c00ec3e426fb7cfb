package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How many requests go out together, with time passed by hand. */
class PaceTests {

    private final HandWaiting waiting = new HandWaiting();
    private final Pace pace = new Pace(32, waiting);

    /** Time that only waiting passes. */
    private static final class HandWaiting implements Waiting {

        private long now = 1_000_000;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void pause(long nanos) {
            now += nanos;
        }
    }

    @Test
    void windowGrowsWithAnswersUpToTheConnections() {
        assertThat(pace.window()).isEqualTo(4);
        for (int i = 0; i < 100; i++) {
            request();
        }
        assertThat(pace.window()).isEqualTo(32);
    }

    @Test
    void slowDownHalvesTheWindowOnceForRequestsThatWereUnderWayTogether() {
        for (int i = 0; i < 100; i++) {
            request();
        }
        pace.slowDown();
        pace.slowDown();
        pace.slowDown();
        assertThat(pace.window()).isEqualTo(16);
        assertThat(pace.throttles()).isEqualTo(3);
    }

    @Test
    void windowNeverClosesAndPausesGrowWhileTheStoreGoesOnAsking() {
        long longest = 0;
        for (int i = 0; i < 20; i++) {
            waiting.now += Duration.ofSeconds(1).toNanos();
            pace.slowDown();
            long before = waiting.now;
            pace.enter();
            pace.leave();
            long paused = waiting.now - before;
            assertThat(paused).isGreaterThanOrEqualTo(longest);
            longest = paused;
        }
        assertThat(pace.window()).isEqualTo(1);
        assertThat(Duration.ofNanos(longest)).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void afterACutTheWindowGrowsByOneForEachRoundOfAnswers() {
        pace.slowDown();
        assertThat(pace.window()).isEqualTo(2);
        request();
        request();
        request();
        assertThat(pace.window()).isEqualTo(3);
    }

    private void request() {
        pace.enter();
        pace.answered();
        pace.leave();
    }
}
