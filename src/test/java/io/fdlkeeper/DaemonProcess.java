package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The service as a process of its own, whose log is read while it runs. */
final class DaemonProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;
    private static final String ENDED = "(the log has ended)";

    private final Process process;
    private final int adminPort;
    private final Instant started = Instant.now();
    private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
    private final StringBuilder seen = new StringBuilder();

    private DaemonProcess(Process process, int adminPort) {
        this.process = process;
        this.adminPort = adminPort;
        var reader = new Thread(this::read, "log of the daemon");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts it on {@code config.yml} of a folder, to which the ports are added, and waits until it is ready. */
    static DaemonProcess start(Path folder, String configuration) throws Exception {
        return start(folder, configuration, Map.of());
    }

    /** Starts it with more environment than ours. */
    static DaemonProcess start(Path folder, String configuration, Map<String, String> environment) throws Exception {
        return startUntil("org.eclipse.jetty.server.Server: Started", folder, configuration, environment);
    }

    /** Starts it and waits until its log says something. */
    static DaemonProcess startUntil(String text, Path folder, String configuration, Map<String, String> environment)
            throws Exception {
        int application = freePort();
        int admin = freePort();
        write(folder, configuration, application, admin);
        var daemon = new DaemonProcess(command(folder, environment), admin);
        daemon.awaitLog(text);
        return daemon;
    }

    /** Writes another configuration with the same ports. */
    void reconfigure(Path folder, String configuration) throws IOException {
        String before = Files.readString(folder.resolve("config.yml"));
        Files.writeString(
                folder.resolve("config.yml"), before.substring(0, before.indexOf("#")) + "#\n" + configuration);
    }

    private static void write(Path folder, String configuration, int application, int admin) throws IOException {
        Files.writeString(
                folder.resolve("config.yml"),
                "server:\n  applicationConnectors: [{type: http, port: " + application + ", bindHost: localhost}]\n"
                        + "  adminConnectors: [{type: http, port: " + admin + "}]\n#\n" + configuration);
    }

    private static Process command(Path folder, Map<String, String> environment) throws IOException {
        var builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx200m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "server",
                        folder.resolve("config.yml").toString()))
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Waits for a line of the log that was not waited past before. */
    String awaitLog(String text) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            String line = log.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null || line.equals(ENDED)) {
                throw new AssertionError("the log does not say '" + text + "':\n" + seen());
            }
            if (line.contains(text)) {
                return line;
            }
        }
    }

    /** Passes over all that the log said so far. */
    void forgetLog() {
        log.clear();
    }

    String seen() {
        synchronized (seen) {
            return seen.toString();
        }
    }

    /** Returns how long it took to be ready, from the start of the process. */
    Duration timeToReady() {
        return Duration.between(started, Instant.now());
    }

    /** Sends a signal by its name, such as KILL. */
    void signal(String name) throws Exception {
        // The shell's own kill, since a small system has no other.
        var kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                .inheritIO()
                .start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("cannot send " + name);
        }
        if (name.equals("STOP")) {
            awaitStandstill();
        }
    }

    /** A signal is on its way when it was sent: threads on other cores run on for a moment. */
    private void awaitStandstill() throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
        while (!allStopped(tasks)) {
            assertThat(System.nanoTime()).as("it stands still in time").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private static boolean allStopped(Path tasks) throws IOException {
        try (var threads = Files.list(tasks)) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                // The name of a thread may hold anything but ends at the last parenthesis.
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        } catch (NoSuchFileException e) {
            // A thread ended between the two looks.
            return false;
        }
    }

    /** Waits for its end and returns its exit code. */
    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("it does not end:\n" + seen());
        }
        return process.exitValue();
    }

    /** Asks it for the end and returns its exit code. */
    int stop() throws Exception {
        signal("TERM");
        return awaitEnd();
    }

    /** Fetches a page of the admin port. */
    String admin(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + adminPort + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(line -> {
                synchronized (seen) {
                    seen.append(line).append('\n');
                }
                log.add(line);
            });
        } catch (IOException | UncheckedIOException e) {
            seen.append(e.getMessage());
        } finally {
            log.add(ENDED);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
