package io.fdlkeeper;

import sun.misc.Signal;

/** What the operating system says to a service: end, or read the configuration again. */
final class Signals {

    private final Interruption interruption;

    Signals(Interruption interruption) {
        this.interruption = interruption;
    }

    /** Listens from now on; each signal is handled on a thread of its own. */
    void listen(KeeperService service) {
        interruption.whenRequested(service::requestStop);
        interruption.listen();
        Signal.handle(new Signal("HUP"), signal -> service.reload());
    }
}
