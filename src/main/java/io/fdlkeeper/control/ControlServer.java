package io.fdlkeeper.control;

import io.fdlkeeper.control.Frame.Kind;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens in a state directory for command lines that find it taken, and has their commands done here. */
public final class ControlServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);

    /** More command lines than this at one time are told to come again. */
    static final int MOST_AT_ONCE = 16;

    private static final long AFTER_TROUBLE = TimeUnit.MILLISECONDS.toNanos(200);

    private final SocketFile file;
    private final ServerSocketChannel channel;
    private final CommandHost host;
    private final String version;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    private final ExecutorService pool = Executors.newCachedThreadPool(threads("control"));
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(threads("control-watch"));
    private volatile boolean ending;

    private ControlServer(SocketFile file, ServerSocketChannel channel, CommandHost host, String version) {
        this.file = file;
        this.channel = channel;
        this.host = host;
        this.version = version;
    }

    /**
     * Begins to listen.
     *
     * @param state   the state directory, whose lock this process holds
     * @param version of the program; a command line of another one is told so
     * @throws IOException when the directory's file system has no sockets, or no more room
     */
    public static ControlServer start(Path state, String version, CommandHost host) throws IOException {
        SocketFile file = new SocketFile(state);
        file.prepare();
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            file.use(channel::bind);
            file.restrict();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        ControlServer server = new ControlServer(file, channel, host, version);
        server.pool.execute(server::accept);
        server.watch.scheduleWithFixedDelay(
                () -> server.sessions.forEach(session -> session.check(server.ending)), 1, 1, TimeUnit.SECONDS);
        return server;
    }

    private void accept() {
        while (!ending) {
            try {
                admit(channel.accept());
            } catch (IOException e) {
                if (!ending) {
                    LOG.warn("A command line could not be let in: {}", e.getMessage());
                    LockSupport.parkNanos(AFTER_TROUBLE);
                }
            }
        }
    }

    private void admit(SocketChannel socket) throws IOException {
        Connection connection = new Connection(socket);
        if (!Peer.owns(socket, file.folder())) {
            LOG.warn(
                    "A command line of {} was turned away: the state is not theirs",
                    Peer.user(socket).getName());
            connection.close();
        } else if (!places.tryAcquire()) {
            String sentence =
                    MOST_AT_ONCE + " command lines are at work in the daemon already: try again when one ends";
            connection.write(Kind.REFUSED, sentence.getBytes(StandardCharsets.UTF_8));
            connection.close();
        } else {
            Session session = new Session(connection, host, version);
            sessions.add(session);
            pool.execute(() -> serve(session));
        }
    }

    private void serve(Session session) {
        try {
            session.serve(pool);
        } catch (RuntimeException | Error e) {
            LOG.error("A command line's command failed", e);
        } finally {
            sessions.remove(session);
            places.release();
        }
    }

    /** Returns how many command lines are at work. */
    public int atWork() {
        return sessions.size();
    }

    /** Ends at once for new command lines, and asks those at work to stop after the batch in hand. */
    public void stopListening() {
        ending = true;
        try {
            channel.close();
            file.remove();
        } catch (IOException e) {
            LOG.warn("The daemon's socket could not be removed: {}", e.getMessage());
        }
        sessions.forEach(Session::askToStop);
        pool.shutdown();
    }

    /**
     * Waits for those at work to end, and then ends their connections.
     *
     * @return whether all came to their own end
     */
    public boolean awaitEnd(Duration patience) {
        boolean ended = false;
        try {
            ended = pool.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sessions.forEach(Session::end);
        watch.shutdownNow();
        return ended;
    }

    /** Stops listening and waits for a minute. */
    @Override
    public void close() {
        stopListening();
        awaitEnd(Duration.ofMinutes(1));
    }

    private static ThreadFactory threads(String name) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
