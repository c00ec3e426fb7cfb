package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.fixtures.Fixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole service, as a monitoring system and a command line see it. */
@Timeout(120)
class ServiceTelemetryTests {

    private static final long BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(100);

    private final HttpClient client = HttpClient.newHttpClient();
    private final BlockingQueue<String> told = new ArrayBlockingQueue<>(100);
    private HttpServer receiver;
    private int application;
    private int admin;

    @TempDir
    private Path folder;

    private Path file;
    private KeeperApplication running;
    private KeeperService service;

    @BeforeEach
    void start() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            told.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        Fixture.named("a-story")
                .unpackTo(folder.resolve("repository"), Clock.systemUTC().instant());
        file = folder.resolve("config.yml");
        application = freePort();
        admin = freePort();
        Files.writeString(file, """
                state:
                  directory: ./state
                notifications:
                  webhook:
                    url: http://127.0.0.1:%d/
                repositories:
                  - name: towns
                    location: ./repository
                server:
                  applicationConnectors: [{type: http, port: %d, bindHost: 127.0.0.1}]
                  adminConnectors: [{type: http, port: %d, bindHost: 127.0.0.1}]
                """.formatted(receiver.getAddress().getPort(), application, admin));
        open();
    }

    private void open() {
        running = new KeeperApplication(
                new Machine(folder, folder, Map.of(), Optional.empty(), Clock.systemUTC(), Clock.systemUTC()), file);
        service = running.start();
    }

    private ExitCode end() {
        service.requestStop();
        return running.await();
    }

    @AfterEach
    void close() {
        end();
        receiver.stop(0);
    }

    @Test
    void aServiceIsReadyAfterItLookedAndItsDetailsAreForTheAdminPort() throws Exception {
        awaitStatus(200, application, "/health/ready");
        assertThat(get(application, "/health/alive").body()).isEqualTo("{\"status\":\"ok\"}");
        assertThat(get(admin, "/health/ready").statusCode()).isEqualTo(200);
        assertThat(get(application, "/health/else").statusCode()).isEqualTo(404);
        assertThat(get(application, "/healthcheck").statusCode()).isEqualTo(404);
        assertThat(get(application, "/metrics").statusCode()).isEqualTo(404);
        JsonNode details =
                JsonMapper.builder().build().readTree(get(admin, "/healthcheck").body());
        assertThat(details.properties())
                .extracting(Map.Entry::getKey)
                .contains("state", "schedule", "engine", "store.towns", "clock.towns", "deadlocks");
        assertThat(details.properties())
                .allMatch(check -> check.getValue().get("healthy").asBoolean());
    }

    @Test
    void aRunByACommandIsMeasuredAndAFailedOneIsToldAndARestartForgetsNeither() throws Exception {
        var commands = Commands.in(folder);
        assertThat(commands.run("run", "verify").code()).isZero();
        Files.delete(folder.resolve("repository/fdl.json"));
        assertThat(commands.run("run", "gc").code()).isEqualTo(4);
        String word = told.poll(30, TimeUnit.SECONDS);
        assertThat(word).contains("\"outcome\":\"refused\"").contains("\"guards\":[\"repository-document\"]");
        String page = get(admin, "/metrics").body();
        assertThat(page)
                .contains("fdl_run_total{kind=\"verify\",outcome=\"succeeded\",repository=\"towns\"} 1.0")
                .contains("fdl_run_total{kind=\"gc\",outcome=\"refused\",repository=\"towns\"} 1.0")
                .contains("fdl_gc_safety_stops_total{guard=\"repository-document\",repository=\"towns\"} 1.0")
                .containsPattern("fdl_objectstore_requests_total\\{code=\"ok\",op=\"List\"} [1-9]")
                .contains("fdl_config_last_reload_success 1.0")
                .contains("jvm_memory_used_bytes")
                .doesNotContain(folder.toString());
        assertThat(end()).isEqualTo(ExitCode.DONE);
        open();
        String after = get(admin, "/metrics").body();
        assertThat(lastSuccess(after)).isEqualTo(lastSuccess(page)).isNotEmpty();
    }

    @Test
    void theScraperChoosesTheFormat() throws Exception {
        var usual = get(admin, "/metrics");
        assertThat(usual.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin + "/metrics"))
                .header("Accept", "application/openmetrics-text; version=1.0.0")
                .build();
        var open = client.send(request, BodyHandlers.ofString());
        assertThat(open.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/openmetrics-text");
        assertThat(open.body()).endsWith("# EOF\n");
    }

    @Test
    void aRealPrometheusReadsIt() throws Exception {
        Path program = installed("prometheus");
        int port = freePort();
        Path settings = Files.writeString(folder.resolve("prometheus.yml"), """
                scrape_configs:
                  - job_name: keeper
                    scrape_interval: 1s
                    static_configs: [{targets: ["127.0.0.1:%d"]}]
                """.formatted(admin));
        Process prometheus = new ProcessBuilder(
                        program.toString(),
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + folder.resolve("prometheus"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        try {
            awaitAnswer(port, "/api/v1/query?query=up", "\"1\"]");
            awaitAnswer(port, "/api/v1/query?query=fdl_build_info", "\"version\":");
            awaitAnswer(port, "/api/v1/query?query=fdl_run_active", "\"repository\":\"towns\"");
        } finally {
            prometheus.destroy();
            prometheus.waitFor(30, TimeUnit.SECONDS);
        }
    }

    /** Finds a program of {@code dev/servers}; without it there is nothing to see here. */
    private static Path installed(String name) throws Exception {
        Process asked = new ProcessBuilder("dev/servers", "path", name).start();
        String path = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assumeTrue(asked.waitFor() == 0 && !path.isEmpty(), name + " is not installed: dev/servers install " + name);
        return Path.of(path);
    }

    private void awaitAnswer(int port, String path, String part) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        String last = "";
        while (!last.contains(part)) {
            assertThat(System.nanoTime()).as(path + ": " + last).isLessThan(end);
            LockSupport.parkNanos(BETWEEN_LOOKS);
            try {
                last = get(port, path).body();
            } catch (IOException e) {
                last = "not up yet: " + e.getMessage();
            }
        }
    }

    @Test
    void aMistakeInANewConfigurationIsMeasured() throws Exception {
        Files.writeString(file, Files.readString(file) + "nonsense: 1\n");
        assertThat(service.reload().done()).isFalse();
        assertThat(get(admin, "/metrics").body()).contains("fdl_config_last_reload_success 0.0");
    }

    private static String lastSuccess(String page) {
        return page.lines()
                .filter(line -> line.startsWith("fdl_run_last_success_timestamp_seconds{"))
                .findFirst()
                .orElse("");
    }

    /** Waits until the service has looked at everything once, which it does by itself. */
    private void awaitStatus(int status, int port, String path) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (get(port, path).statusCode() != status) {
            assertThat(System.nanoTime()).as(path).isLessThan(end);
            LockSupport.parkNanos(BETWEEN_LOOKS);
        }
    }

    private HttpResponse<String> get(int port, String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                BodyHandlers.ofString());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
