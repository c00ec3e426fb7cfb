package io.fdlkeeper.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another user of the machine, whom only root can play. */
@Timeout(120)
class OtherUserTests {

    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    /** Connects, says what a command line says, and prints how many bytes of an answer came. */
    private static final String CLIENT = """
            import java.net.UnixDomainSocketAddress;
            import java.nio.ByteBuffer;
            import java.nio.channels.SocketChannel;
            public class Client {
                public static void main(String[] at) throws Exception {
                    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(at[0]))) {
                        System.out.println("connected");
                        System.out.println(channel.read(ByteBuffer.allocate(100)));
                    } catch (java.io.IOException e) {
                        System.out.println(e.getMessage());
                    }
                }
            }
            """;

    private final AtomicInteger done = new AtomicInteger();

    @TempDir
    private Path folder;

    @BeforeEach
    void requireRoot() throws IOException {
        assumeTrue(Files.getOwner(folder).getName().equals("root"), "only root can play another user");
        assumeTrue(Files.exists(Path.of("/usr/bin/setpriv")), "setpriv of util-linux is not installed");
        open(folder, "rwxr-xr-x");
        Files.writeString(folder.resolve("Client.java"), CLIENT);
    }

    @Test
    void findsNoWayToTheSocket() throws Exception {
        try (var server = ControlServer.start(folder, "1.0", (request, out, err, stop) -> done.incrementAndGet())) {
            assertThat(server).isNotNull();
            assertThat(asNobody()).containsExactly("Permission denied");
        }
    }

    @Test
    void isTurnedAwayAlsoWhereSomebodyOpenedTheFolder() throws Exception {
        try (var server = ControlServer.start(folder, "1.0", (request, out, err, stop) -> done.incrementAndGet())) {
            assertThat(server).isNotNull();
            open(folder.resolve("control"), "rwxr-xr-x");
            open(folder.resolve("control/socket"), "rwxrwxrwx");
            assertThat(asNobody()).containsExactly("connected", "-1");
        }
        assertThat(done).hasValue(0);
    }

    private List<String> asNobody() throws Exception {
        var words = new ArrayList<>(AS_NOBODY);
        words.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
        words.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                folder.resolve("Client.java").toString(),
                folder.resolve("control/socket").toString()));
        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return printed.lines().toList();
    }

    private static void open(Path path, String rights) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
    }
}
