package io.fdlkeeper.store.s3;

import java.time.Duration;

/**
 * How many requests one store is sent at once: more with every answer, half as many when it asks to slow down.
 *
 * <p>The count never exceeds the connections of the client, so no request waits for one. While a store goes on asking, pauses between
 * requests double up to a bound.
 */
final class Pace {

    private static final double FIRST = 4;
    private static final long SHORTEST = Duration.ofMillis(100).toNanos();
    private static final long LONGEST = Duration.ofSeconds(20).toNanos();

    /** Answers to requests that were under way together say one thing once. */
    private static final long ONE_CUT = Duration.ofMillis(500).toNanos();

    private final int most;
    private final Waiting waiting;
    private double window;
    private boolean neverCut = true;
    private int inFlight;
    private long pause;
    private long notBefore;
    private long lastCut;
    private long throttles;

    /**
     * @param most the most requests at once
     */
    Pace(int most, Waiting waiting) {
        this.most = most;
        this.waiting = waiting;
        this.window = Math.min(FIRST, most);
        this.notBefore = waiting.nanos();
        this.lastCut = notBefore - ONE_CUT;
    }

    /** Waits until one more request may go out; {@link #leave} follows, whatever happens to it. */
    void enter() {
        long delay;
        synchronized (this) {
            while (inFlight >= (int) window) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw Waiting.interrupted(e);
                }
            }
            inFlight++;
            delay = notBefore - waiting.nanos();
        }
        if (delay > 0) {
            try {
                waiting.pause(delay);
            } catch (RuntimeException e) {
                leave();
                throw e;
            }
        }
    }

    /** Counts an answer that did not ask to slow down. */
    synchronized void answered() {
        // Doubling per round trip until the first cut, one more per round trip from then on.
        window = Math.min(most, window + (neverCut ? 1 : 1 / window));
        pause /= 2;
    }

    /** Notes that the store asked to slow down. */
    synchronized void slowDown() {
        throttles++;
        long now = waiting.nanos();
        if (now - lastCut < ONE_CUT) {
            return;
        }
        lastCut = now;
        neverCut = false;
        window = Math.max(1, window / 2);
        pause = Math.min(LONGEST, Math.max(SHORTEST, pause * 2));
        notBefore = now + pause;
    }

    synchronized void leave() {
        inFlight--;
        notifyAll();
    }

    /** Returns how many requests may be under way together now. */
    synchronized int window() {
        return (int) window;
    }

    /** Returns how often the store asked to slow down. */
    synchronized long throttles() {
        return throttles;
    }
}
