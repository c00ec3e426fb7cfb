package io.fdlkeeper.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.control.Frame.Kind;
import io.fdlkeeper.run.StopToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A command line and a daemon over their socket, with a host that only says what it heard. */
@Timeout(60)
class ControlTests {

    private static final String VERSION = "1.0";
    private static final CommandRequest REQUEST = new CommandRequest(
            List.of("run", "gc", "--reason", "Velæn 🗑\n\"x\""),
            Path.of("/srv/where"),
            Path.of("/home/who"),
            Map.of("XDG_STATE_HOME", "/x"),
            "who",
            true,
            "main.towns: name = 'Velæn'\n",
            Optional.of("digest"));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path state;

    @Test
    void aRequestArrivesAsItWasAndTheAnswerAsItWasGiven() throws IOException {
        var heard = new AtomicReference<CommandRequest>();
        byte[] large = new byte[300_000];
        Arrays.fill(large, (byte) 'x');
        CommandHost host = (request, toOut, toErr, stop) -> {
            heard.set(request);
            toErr.println("listing é");
            toOut.write(large, 0, large.length);
            toErr.println("done");
            return 5;
        };
        try (var server = ControlServer.start(state, VERSION, host)) {
            assertThat(execute(StopToken.NEVER)).isEqualTo(5);
            assertThat(server).isNotNull();
        }
        assertThat(heard.get()).isEqualTo(REQUEST);
        assertThat(out.toByteArray()).isEqualTo(large);
        assertThat(err.toString(UTF_8)).isEqualTo("listing é\ndone\n");
    }

    @Test
    void theSocketAndItsFolderAreForTheirOwnerAlone() throws IOException {
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var server = ControlServer.start(state, VERSION, silentHost())) {
            assertThat(server).isNotNull();
            assertThat(rights(state.resolve("control"))).isEqualTo("rwx------");
            assertThat(rights(state.resolve("control/socket"))).isEqualTo("rw-------");
        }
        assertThat(state.resolve("control/socket")).doesNotExist();
    }

    @Test
    void aPathThatNoSocketAddressHoldsIsReachedAllTheSame() throws IOException {
        Path deep = Files.createDirectories(state.resolve("x".repeat(120)).resolve("y".repeat(120)));
        long before = temporaryLinks();
        try (var server = ControlServer.start(deep, VERSION, silentHost())) {
            assertThat(server).isNotNull();
            assertThat(rights(deep.resolve("control/socket"))).isEqualTo("rw-------");
            assertThat(ControlClient.reach(deep)
                            .orElseThrow()
                            .execute(REQUEST, VERSION, outs(), errs(), StopToken.NEVER))
                    .isZero();
        }
        assertThat(temporaryLinks()).isEqualTo(before);
    }

    @Test
    void whatAKilledDaemonLeftIsNobodyAndIsTakenOver() throws IOException {
        Files.createDirectories(state.resolve("control"));
        try (var left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            left.bind(UnixDomainSocketAddress.of(state.resolve("control/socket")));
        }
        assertThat(state.resolve("control/socket")).exists();
        assertThat(ControlClient.reach(state)).isEmpty();
        try (var server = ControlServer.start(state, VERSION, silentHost())) {
            assertThat(server).isNotNull();
            assertThat(execute(StopToken.NEVER)).isZero();
        }
    }

    @Test
    void withoutADaemonThereIsNobody() {
        assertThat(ControlClient.reach(state)).isEmpty();
    }

    @Test
    void anotherVersionIsToldInOneSentence() throws IOException {
        try (var server = ControlServer.start(state, "2.0", silentHost())) {
            assertThat(server).isNotNull();
            assertThatThrownBy(() -> execute(StopToken.NEVER))
                    .isInstanceOfSatisfying(
                            ControlException.class,
                            e -> assertThat(e.nothingBegun()).isTrue())
                    .hasMessage("this is fdl-keeper 1.0, and the daemon that has the state directory " + state
                            + " is 2.0: use that version, or restart the daemon with this one");
        }
        assertThat(out.size()).isZero();
    }

    @Test
    void anInterruptionStopsTheCommandAndItsAnswerStillComes() throws Exception {
        var working = new CountDownLatch(1);
        CommandHost host = (request, toOut, toErr, stop) -> {
            toErr.println("working");
            working.countDown();
            awaitStop(stop);
            toOut.print("stopped");
            return 3;
        };
        try (var server = ControlServer.start(state, VERSION, host)) {
            assertThat(server).isNotNull();
            assertThat(execute(() -> working.getCount() == 0)).isEqualTo(3);
        }
        assertThat(out.toString(UTF_8)).isEqualTo("stopped");
    }

    @Test
    void aKilledCommandLineStopsItsCommand() throws Exception {
        var working = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        CommandHost host = (request, toOut, toErr, stop) -> {
            working.countDown();
            awaitStop(stop);
            stopped.countDown();
            toOut.print("nobody hears this");
            return 0;
        };
        try (var server = ControlServer.start(state, VERSION, host)) {
            assertThat(server).isNotNull();
            try (var raw = connect()) {
                raw.read();
                raw.write(Kind.REQUEST, Messages.request(REQUEST));
                assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aDaemonThatGoesAwayInTheMidstIsAnErrorThatSaysWhatToDo() throws Exception {
        var working = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        CommandHost host = (request, toOut, toErr, stop) -> {
            toOut.print("half");
            toOut.flush();
            working.countDown();
            await(end);
            return 0;
        };
        var server = ControlServer.start(state, VERSION, host);
        Future<Throwable> failure = CompletableFuture.supplyAsync(() -> {
            try {
                return new AssertionError("ended with " + execute(StopToken.NEVER));
            } catch (ControlException e) {
                return e;
            }
        });
        assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();
        server.stopListening();
        assertThat(server.awaitEnd(Duration.ZERO)).isFalse();
        assertThat(failure.get(30, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        ControlException.class,
                        e -> assertThat(e.nothingBegun()).isFalse())
                .hasMessageContaining("ended before the command did")
                .hasMessageContaining("run list");
        end.countDown();
    }

    @Test
    void anEndingDaemonStopsItsCommandsAndWaitsForThem() throws Exception {
        var working = new CountDownLatch(1);
        CommandHost host = (request, toOut, toErr, stop) -> {
            working.countDown();
            awaitStop(stop);
            return 3;
        };
        var server = ControlServer.start(state, VERSION, host);
        Future<Integer> code = CompletableFuture.supplyAsync(() -> execute(StopToken.NEVER));
        assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();
        server.stopListening();
        assertThat(ControlClient.reach(state)).isEmpty();
        assertThat(server.awaitEnd(Duration.ofSeconds(30))).isTrue();
        assertThat(code.get(30, TimeUnit.SECONDS)).isEqualTo(3);
    }

    @Test
    void tooManyAtOnceAreToldToComeAgain() throws Exception {
        var idle = new ArrayList<Connection>();
        try (var server = ControlServer.start(state, VERSION, silentHost())) {
            assertThat(server).isNotNull();
            for (int i = 0; i < ControlServer.MOST_AT_ONCE; i++) {
                idle.add(connect());
                assertThat(idle.get(i).read().orElseThrow().kind()).isEqualTo(Kind.WELCOME);
            }
            assertThatThrownBy(() -> execute(StopToken.NEVER))
                    .isInstanceOf(ControlException.class)
                    .hasMessageContaining("try again when one ends");
            idle.forEach(Connection::close);
        }
    }

    @Test
    void whatIsNoFrameEndsTheConnectionAndNothingElse() throws Exception {
        var nonsense = List.of(
                "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8),
                frame(2, Connection.LARGEST + 1, new byte[0]),
                frame(2, -1, new byte[0]),
                frame(99, 0, new byte[0]),
                frame(5, 0, new byte[0]),
                frame(2, 2, "{}".getBytes(UTF_8)),
                frame(2, 4, "null".getBytes(UTF_8)),
                frame(2, 3, "[[[".getBytes(UTF_8)),
                frame(2, 49, "{\"arguments\":[],\"folder\":\"not/absolute\",\"home\":1}".getBytes(UTF_8)));
        try (var server = ControlServer.start(state, VERSION, silentHost())) {
            assertThat(server).isNotNull();
            for (byte[] bytes : nonsense) {
                try (var channel = SocketChannel.open(address())) {
                    var raw = new Connection(channel);
                    assertThat(raw.read().orElseThrow().kind()).isEqualTo(Kind.WELCOME);
                    channel.write(ByteBuffer.wrap(bytes));
                    assertThat(endsWithoutAnswer(raw))
                            .as(new String(bytes, UTF_8))
                            .isTrue();
                }
            }
            assertThat(execute(StopToken.NEVER)).isZero();
        }
    }

    /** The kernel may report unread bytes as a reset, which is an end as well. */
    private static boolean endsWithoutAnswer(Connection raw) {
        try {
            return raw.read().isEmpty();
        } catch (IOException e) {
            return true;
        }
    }

    private static byte[] frame(int kind, int length, byte[] content) {
        return ByteBuffer.allocate(5 + content.length)
                .put((byte) kind)
                .putInt(length)
                .put(content)
                .array();
    }

    private static CommandHost silentHost() {
        return (request, toOut, toErr, stop) -> 0;
    }

    private int execute(StopToken stop) {
        try (var client = ControlClient.reach(state).orElseThrow()) {
            return client.execute(REQUEST, VERSION, outs(), errs(), stop);
        }
    }

    private PrintStream outs() {
        return new PrintStream(out, true, UTF_8);
    }

    private PrintStream errs() {
        return new PrintStream(err, true, UTF_8);
    }

    private Connection connect() throws IOException {
        return new Connection(SocketChannel.open(address()));
    }

    private UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(state.resolve("control/socket"));
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static long temporaryLinks() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file ->
                            file.getFileName().toString().startsWith("fdl-keeper-") && Files.exists(file.resolve("c")))
                    .count();
        }
    }

    private static void awaitStop(StopToken stop) {
        while (!stop.requested()) {
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
