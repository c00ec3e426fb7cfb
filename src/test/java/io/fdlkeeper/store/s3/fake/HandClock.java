package io.fdlkeeper.store.s3.fake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that moves by hand alone. */
public final class HandClock extends Clock {

    private volatile Instant now;

    public HandClock(Instant now) {
        this.now = now;
    }

    public void set(Instant time) {
        now = time;
    }

    public void advance(Duration by) {
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
