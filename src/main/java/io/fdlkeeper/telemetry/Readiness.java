package io.fdlkeeper.telemetry;

import com.codahale.metrics.health.HealthCheckRegistry;
import jakarta.servlet.http.HttpServlet;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Whether the keeper can do its work. Looks by itself and answers from what it knows, so that no question of a monitoring system waits
 * for a store.
 *
 * <p>Begins as not ready. Says nothing of whether the process lives: a store that is away comes back without a restart of ours.
 */
public final class Readiness implements AutoCloseable {

    private final Clock clock;
    private final HealthCheckRegistry shown;
    private final Map<String, KnownState> states = new ConcurrentHashMap<>();
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(threads("health-ticks"));
    private final ExecutorService looks = Executors.newCachedThreadPool(threads("health"));

    /** @param shown where each check is shown with its details; only for the admin port, since names tell what there is */
    public Readiness(Clock clock, HealthCheckRegistry shown) {
        this.clock = clock;
        this.shown = shown;
    }

    /** Sets what is looked at; of a check that was there before, by its name, the last answer counts until the next. */
    public synchronized void watch(List<ReadinessCheck> checks) {
        Set<String> names = checks.stream().map(ReadinessCheck::name).collect(Collectors.toSet());
        states.keySet().stream().filter(name -> !names.contains(name)).forEach(shown::unregister);
        states.keySet().retainAll(names);
        for (ReadinessCheck check : checks) {
            if (!states.containsKey(check.name())) {
                KnownState state = new KnownState(check, clock);
                states.put(check.name(), state);
                shown.register(check.name(), state);
            }
        }
    }

    /** Begins to look, now and from then on. */
    public void start() {
        ticks.scheduleWithFixedDelay(this::tick, 0, 1, TimeUnit.SECONDS);
    }

    void tick() {
        states.values().forEach(state -> state.lookWhenDue(looks));
    }

    /** Tells whether every check is well; without a check nothing is known, and that is not ready. */
    public boolean isReady() {
        return !states.isEmpty()
                && states.values().stream().allMatch(state -> state.problem().isEmpty());
    }

    /** Returns what answers on {@code alive} and {@code ready} below it: a status and nothing more. */
    public HttpServlet servlet() {
        return new HealthServlet(this);
    }

    @Override
    public void close() {
        ticks.shutdownNow();
        looks.shutdownNow();
    }

    private static ThreadFactory threads(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
