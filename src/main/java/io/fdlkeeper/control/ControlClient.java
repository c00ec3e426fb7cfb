package io.fdlkeeper.control;

import io.fdlkeeper.control.Frame.Kind;
import io.fdlkeeper.run.StopToken;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A command line's way to the daemon that holds its state. */
public final class ControlClient implements AutoCloseable {

    private static final Duration TO_ANSWER = Duration.ofSeconds(10);
    private static final long BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path state;
    private final Connection connection;
    private final long since = System.nanoTime();
    private volatile boolean welcomed;
    private volatile boolean asked;
    private volatile boolean done;
    private boolean printed;

    private ControlClient(Path state, Connection connection) {
        this.state = state;
        this.connection = connection;
    }

    /**
     * Connects to the daemon of a state directory.
     *
     * @return empty when nobody listens there: it has no daemon, or one that was killed, is starting or ending
     */
    public static Optional<ControlClient> reach(Path state) {
        SocketFile file = new SocketFile(state);
        if (Files.notExists(file.file())) {
            return Optional.empty();
        }
        try {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                file.use(channel::connect);
                if (Peer.owns(channel, file.folder())) {
                    return Optional.of(new ControlClient(state, new Connection(channel)));
                }
            } catch (IOException e) {
                channel.close();
                return Optional.empty();
            }
            channel.close();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Has the daemon do a command and returns its exit code.
     *
     * @throws ControlException when the daemon does not do it, or went away before it was done
     */
    public int execute(CommandRequest request, String version, PrintStream out, PrintStream err, StopToken stop) {
        Thread watch = new Thread(() -> watch(stop), "control-watch");
        watch.setDaemon(true);
        watch.start();
        try {
            welcome(version);
            connection.write(Kind.REQUEST, Messages.request(request));
            asked = true;
            return relay(out, err);
        } catch (IOException e) {
            throw welcomed ? ended(e) : silent(e);
        } finally {
            done = true;
            LockSupport.unpark(watch);
        }
    }

    /** Tells whether any of the command's standard output has come, so that nothing else may follow it there. */
    public boolean printed() {
        return printed;
    }

    private void welcome(String ours) throws IOException {
        Frame first = connection.read().orElseThrow(() -> silent(null));
        welcomed = true;
        if (first.kind() == Kind.REFUSED) {
            throw ControlException.refused(first.text());
        }
        Messages.Welcome welcome = Messages.welcome(first.content());
        if (welcome.protocol() != Messages.PROTOCOL || !welcome.version().equals(ours)) {
            throw ControlException.refused(
                    "this is fdl-keeper " + ours + ", and the daemon that has the state directory " + state + " is "
                            + welcome.version() + ": use that version, or restart the daemon with this one");
        }
    }

    private int relay(PrintStream out, PrintStream err) throws IOException {
        while (true) {
            Frame frame = connection.read().orElseThrow(() -> ended(null));
            switch (frame.kind()) {
                case OUT -> {
                    printed = true;
                    out.write(frame.content(), 0, frame.content().length);
                }
                case ERR -> {
                    out.flush();
                    err.write(frame.content(), 0, frame.content().length);
                    err.flush();
                }
                case EXIT -> {
                    return ByteBuffer.wrap(frame.content()).getInt();
                }
                case REFUSED -> throw ControlException.refused(frame.text());
                default -> throw ended(null);
            }
        }
    }

    /** Passes on that the person wants the command to end; and does not wait for ever for a daemon that does not answer. */
    private void watch(StopToken stop) {
        while (!done) {
            if (asked && stop.requested()) {
                sendStop();
                return;
            }
            if (!welcomed && Duration.ofNanos(System.nanoTime() - since).compareTo(TO_ANSWER) > 0) {
                connection.close();
                return;
            }
            LockSupport.parkNanos(BETWEEN_LOOKS);
        }
    }

    private void sendStop() {
        try {
            connection.write(Kind.STOP, new byte[0]);
        } catch (IOException e) {
            // The daemon has gone, which the other thread tells.
            done = true;
        }
    }

    private ControlException silent(@Nullable Throwable cause) {
        return new ControlException(
                "the daemon that has the state directory " + state
                        + " does not answer: wait until it has started or ended, and try again",
                true,
                cause);
    }

    private ControlException ended(@Nullable Throwable cause) {
        return ControlException.broken(
                "the daemon that has the state directory " + state
                        + " ended before the command did: see its log, and 'run list' for what was done",
                cause);
    }

    @Override
    public void close() {
        connection.close();
    }
}
