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

    /** Remembers what is said before the service listens, since it would end a process that has opened its state already. */
    void expect() {
        interruption.listen();
        Signal.handle(new Signal("HUP"), signal -> askedToReload());
    }

    /** Listens from now on; each signal is handled on a thread of its own. */
    synchronized void listen(KeeperService service) {
        reload = service::reload;
        if (reloadAsked) {
            reload.run();
        }
        interruption.whenRequested(service::requestStop);
    }

    private synchronized void askedToReload() {
        reloadAsked = true;
        reload.run();
    }
}
