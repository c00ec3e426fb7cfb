package io.fdlkeeper.store.s3.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server as a child process: a free port, a log in {@code target/servers}, and an end with the tests. */
final class ServerProcess {

    static final Path FOLDER = Path.of("target", "servers").toAbsolutePath();

    private static final Duration LONGEST_START = Duration.ofSeconds(90);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final String name;
    private final int port;
    private final Path data;

    ServerProcess(String name) {
        this.name = name;
        try {
            Files.createDirectories(FOLDER);
            data = Files.createTempDirectory(FOLDER, name + "-data-");
            try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = probe.getLocalPort();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    Path data() {
        return data;
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Starts it and waits until it answers a request, whatever it says. */
    void start(List<String> command) {
        var log = FOLDER.resolve(name + ".log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of(
                        "PORT",
                        Integer.toString(port),
                        "DATA",
                        data.toString(),
                        "ACCESS_KEY",
                        RunningServer.ACCESS_KEY,
                        "SECRET_KEY",
                        RunningServer.SECRET_KEY));
        try {
            var process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
            long deadline = System.nanoTime() + LONGEST_START.toNanos();
            while (!answers()) {
                // Waiting for its end is also the pause between two looks.
                if (process.waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
                    throw new IllegalStateException(name + " does not answer at " + endpoint() + "; see " + log);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private boolean answers() {
        try {
            var connection = (HttpURLConnection) endpoint().toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(5_000);
            return connection.getResponseCode() > 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    private void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
            deleteTree(data);
        } catch (IOException | InterruptedException left) {
            // The folder lies in target, so it goes with the next clean build.
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        List<Path> all;
        try (var paths = Files.walk(folder)) {
            all = paths.sorted(java.util.Comparator.reverseOrder()).toList();
        }
        for (var path : all) {
            Files.deleteIfExists(path);
        }
    }
}
