package io.fdlkeeper.control;

import io.fdlkeeper.control.Frame.Kind;
import io.fdlkeeper.run.StopToken;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One command line at the daemon's socket: it says what to do, and hears what came of it. */
final class Session implements StopToken {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final int BUFFER = 1 << 16;

    private static final String ENDING = "the daemon is ending: wait until it has, and try again";

    /** Who says nothing for so long after connecting is no command line. */
    private static final Duration TO_SPEAK = Duration.ofSeconds(10);

    /** A reader that takes nothing for so long counts as gone; it may be a suspended pager, hence not less. */
    private static final Duration TO_READ = Duration.ofMinutes(10);

    private static final Duration TO_READ_AT_THE_END = Duration.ofSeconds(5);

    private final Connection connection;
    private final CommandHost host;
    private final String version;
    private final long since = System.nanoTime();
    private volatile boolean begun;
    private volatile boolean stop;

    Session(Connection connection, CommandHost host, String version) {
        this.connection = connection;
        this.host = host;
        this.version = version;
    }

    /** Serves the command line to its end; reads what it says meanwhile with the executor. */
    void serve(Executor executor) {
        try (connection) {
            connection.write(Kind.WELCOME, Messages.welcome(version));
            Optional<Frame> first = connection.read();
            if (first.isEmpty()) {
                return;
            }
            CommandRequest request = request(first.get());
            begun = true;
            if (!listening(executor)) {
                connection.write(Kind.REFUSED, ENDING.getBytes(StandardCharsets.UTF_8));
                return;
            }
            connection.write(Kind.EXIT, exitCode(execute(request)));
        } catch (IOException e) {
            LOG.debug("A command line went away: {}", e.getMessage());
        }
    }

    private boolean listening(Executor executor) {
        try {
            executor.execute(this::listen);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private static CommandRequest request(Frame frame) throws IOException {
        if (frame.kind() != Kind.REQUEST) {
            throw new ProtocolException("a command line begins with what it wants");
        }
        return Messages.request(frame.content());
    }

    private int execute(CommandRequest request) {
        PrintStream out = new PrintStream(
                new BufferedOutputStream(new FrameOutput(connection, Kind.OUT), BUFFER), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FrameOutput(connection, Kind.ERR), true, StandardCharsets.UTF_8);
        LOG.info(
                "{} has a command done: {}",
                request.actor(),
                String.join(" ", request.arguments().stream().limit(2).toList()));
        int code = host.execute(request, out, err, this);
        out.flush();
        err.flush();
        return code;
    }

    /** Whatever the command line says or does now, other than waiting, means that it wants the command to end. */
    private void listen() {
        try {
            connection.read();
        } catch (IOException e) {
            LOG.debug("A command line went away: {}", e.getMessage());
        } finally {
            stop = true;
        }
    }

    /** Ends what hangs. Called now and then. */
    void check(boolean ending) {
        boolean silent = !begun && Duration.ofNanos(System.nanoTime() - since).compareTo(TO_SPEAK) > 0;
        boolean deaf = connection.stalled().compareTo(ending ? TO_READ_AT_THE_END : TO_READ) > 0;
        if (silent || deaf || ending && !begun) {
            connection.close();
        }
    }

    void askToStop() {
        stop = true;
    }

    void end() {
        connection.close();
    }

    @Override
    public boolean requested() {
        return stop;
    }

    private static byte[] exitCode(int code) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(code).array();
    }
}
