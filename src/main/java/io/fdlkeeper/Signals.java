package io.fdlkeeper;

import sun.misc.Signal;

/** What the operating system says to a service: end, or read the configuration again. */
final class Signals {

    private final Interruption interruption;
    private Runnable reload = () -> {};
    private boolean reloadAsked;

    Signals(Interruption interruption) {
        this.interruption = interruption;
    }

    /** Remembers an order to read the configuration again, which would end a process that does not listen yet. */
    void expect() {
        Signal.handle(new Signal("HUP"), signal -> askedToReload());
    }

    /** Listens from now on; each signal is handled on a thread of its own. */
    synchronized void listen(KeeperService service) {
        interruption.whenRequested(service::requestStop);
        interruption.listen();
        reload = service::reload;
        if (reloadAsked) {
            reload.run();
        }
    }

    private synchronized void askedToReload() {
        reloadAsked = true;
        reload.run();
    }
}
