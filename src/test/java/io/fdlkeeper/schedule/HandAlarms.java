package io.fdlkeeper.schedule;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Alarms that ring when a test says so. */
final class HandAlarms implements Alarms {

    private final Map<String, Instant> alarms = new HashMap<>();

    @Override
    public void set(String name, Instant at) {
        alarms.put(name, at);
    }

    @Override
    public void remove(String name) {
        alarms.remove(name);
    }

    /** Returns the alarm that rings first, and takes it out if it rings at this time or before. */
    Optional<String> due(Instant now) {
        Optional<String> first = alarms.entrySet().stream()
                .filter(alarm -> !alarm.getValue().isAfter(now))
                .min(Map.Entry.<String, Instant>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey);
        first.ifPresent(alarms::remove);
        return first;
    }

    Optional<Instant> next() {
        return alarms.values().stream().min(Instant::compareTo);
    }
}
