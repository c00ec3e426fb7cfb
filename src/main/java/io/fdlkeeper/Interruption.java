package io.fdlkeeper;

import io.fdlkeeper.run.StopToken;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import sun.misc.Signal;

/** Turns a first Ctrl-C into a request to stop, and a second into the end. */
final class Interruption implements StopToken {

    private static final int BASE = 128;

    private final AtomicBoolean requested = new AtomicBoolean();
    private final PrintStream err;
    private final IntConsumer end;
    private Runnable task = () -> {};

    /**
     * @param end ends the process at once with an exit code
     */
    Interruption(PrintStream err, IntConsumer end) {
        this.err = err;
        this.end = end;
    }

    /** Sets what is done when the end is asked for the first time; does it now when that was so already. */
    void whenRequested(Runnable work) {
        boolean asked;
        synchronized (this) {
            task = work;
            asked = requested.get();
        }
        if (asked) {
            work.run();
        }
    }

    /** Listens to Ctrl-C, and to what a service manager sends. */
    void listen() {
        for (String name : List.of("INT", "TERM")) {
            Signal.handle(new Signal(name), signal -> heard(signal.getNumber()));
        }
    }

    void heard(int signal) {
        Optional<Runnable> first = request();
        if (first.isEmpty()) {
            end.accept(BASE + signal);
            return;
        }
        err.println("fdl-keeper: stopping after the batch in hand; interrupt again to end at once");
        err.flush();
        first.get().run();
    }

    /** Returns what is to be done for a first request. */
    private synchronized Optional<Runnable> request() {
        return requested.getAndSet(true) ? Optional.empty() : Optional.of(task);
    }

    @Override
    public boolean requested() {
        return requested.get();
    }
}
