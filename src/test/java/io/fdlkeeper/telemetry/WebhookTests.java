package io.fdlkeeper.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Word of runs, against a receiver that answers as told. */
@Timeout(60)
class WebhookTests {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final String LOCATION = "s3://bucket/secret-place/";
    private static final String FAILURES = "fdl_notification_failures_total{channel=\"webhook\"}";
    private static final String DELIVERED = "fdl_notification_total{channel=\"webhook\"}";

    private final KeeperMetrics metrics = new KeeperMetrics("1");
    private final BlockingQueue<Received> received = new ArrayBlockingQueue<>(1_000);
    private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
    private final CountDownLatch held = new CountDownLatch(1);
    private boolean holding;
    private HttpServer receiver;

    @TempDir
    private Path scratch;

    private record Received(String body, String signature) {

        JsonNode json() throws IOException {
            return JsonMapper.builder().build().readTree(body);
        }
    }

    @BeforeEach
    void listen() throws IOException {
        metrics.repositories(Map.of(LOCATION, "towns"));
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.setExecutor(Executors.newCachedThreadPool());
        receiver.createContext("/hook", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(new Received(body, exchange.getRequestHeaders().getFirst(Webhook.SIGNATURE)));
            if (holding) {
                await(held);
            }
            Integer answer = answers.poll();
            exchange.sendResponseHeaders(answer == null ? 204 : answer, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void end() {
        held.countDown();
        receiver.stop(0);
    }

    @Test
    void aFailedRunIsToldWithoutWhatItWasAbout() throws Exception {
        try (var webhook = webhook(List.of())) {
            webhook.ended(run("run-1", RunOutcome.FAILED), Optional.empty());
            assertThat(next().json().toString())
                    .isEqualTo("{\"event\":\"run-ended\",\"run\":\"run-1\",\"kind\":\"gc\",\"repository\":\"towns\","
                            + "\"outcome\":\"failed\",\"guards\":[],\"startedAt\":\"2026-11-30T11:59:00Z\","
                            + "\"endedAt\":\"2026-11-30T12:00:00Z\","
                            + "\"message\":\"gc of towns failed; see 'fdl-keeper run show run-1'\"}");
        }
        assertThat(Scrape.value(metrics, DELIVERED)).isEqualTo(1);
    }

    @Test
    void aRefusedRunNamesItsGuardAndNoKey() throws Exception {
        try (var webhook = webhook(List.of())) {
            var keeper = new ObservedKeeper("n-dangling", scratch, Duration.ofDays(7), webhook);
            metrics.repositories(Map.of(keeper.location(), "towns"));
            var report = keeper.collection();
            assertThat(report.outcome()).isEqualTo(JobOutcome.REFUSED);
            assertThat(report.message()).contains("data/");
            Received word = next();
            assertThat(word.json().get("guards").get(0).asText()).isEqualTo("dangling");
            assertThat(word.json().get("message").asText()).startsWith("gc of towns was refused by dangling;");
            assertThat(word.body()).doesNotContain("data/", keeper.location(), "velæn");
        }
    }

    @Test
    void onlyOutcomesThatWereAskedForAreTold() throws Exception {
        try (var webhook = webhook(List.of())) {
            for (RunOutcome outcome : RunOutcome.values()) {
                webhook.ended(run("run-" + outcome.id(), outcome), Optional.empty());
            }
            assertThat(List.of(next(), next(), next()))
                    .extracting(word -> word.json().get("outcome").asText())
                    .containsExactly("partial", "refused", "failed");
        }
        assertThat(received).isEmpty();
    }

    @Test
    void theBodyIsSigned() throws Exception {
        try (var webhook = webhook(List.of())) {
            webhook.ended(run("run-1", RunOutcome.FAILED), Optional.empty());
            Received word = next();
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("s3cret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            assertThat(word.signature())
                    .isEqualTo("sha256="
                            + HexFormat.of().formatHex(mac.doFinal(word.body().getBytes(StandardCharsets.UTF_8))));
        }
    }

    @Test
    void aReceiverInTroubleIsAskedAgainUntilItAnswers() throws Exception {
        answers.addAll(List.of(503, 429, 500));
        try (var webhook = webhook(Collections.nCopies(5, Duration.ofMillis(1)))) {
            webhook.ended(run("run-1", RunOutcome.FAILED), Optional.empty());
            for (int i = 0; i < 4; i++) {
                assertThat(next().json().get("run").asText()).isEqualTo("run-1");
            }
        }
        assertThat(Scrape.value(metrics, DELIVERED)).isEqualTo(1);
        assertThat(Scrape.value(metrics, FAILURES)).isZero();
    }

    @Test
    void aReceiverThatStaysInTroubleIsGivenUpAndCounted() throws Exception {
        answers.addAll(Collections.nCopies(3, 503));
        try (var webhook = webhook(Collections.nCopies(2, Duration.ofMillis(1)))) {
            webhook.ended(run("run-1", RunOutcome.FAILED), Optional.empty());
            next();
            next();
            next();
        }
        assertThat(Scrape.value(metrics, FAILURES)).isEqualTo(1);
        assertThat(received).isEmpty();
    }

    @Test
    void aMessageThatIsRefusedIsNotSentAgain() throws Exception {
        answers.add(410);
        try (var webhook = webhook(Collections.nCopies(2, Duration.ofMillis(1)))) {
            webhook.ended(run("run-1", RunOutcome.FAILED), Optional.empty());
            next();
        }
        assertThat(Scrape.value(metrics, FAILURES)).isEqualTo(1);
        assertThat(received).isEmpty();
    }

    @Test
    void aRunNeverWaitsForAReceiverThatHangsAndTooManyMessagesAreDropped() throws Exception {
        holding = true;
        try (var webhook = webhook(List.of())) {
            webhook.ended(run("run-0", RunOutcome.FAILED), Optional.empty());
            next();
            for (int i = 1; i <= Webhook.MOST_WAITING + 5; i++) {
                webhook.ended(run("run-" + i, RunOutcome.FAILED), Optional.empty());
            }
            assertThat(Scrape.value(metrics, FAILURES)).isEqualTo(5);
            held.countDown();
        }
        assertThat(Scrape.value(metrics, DELIVERED)).isEqualTo(Webhook.MOST_WAITING + 1);
    }

    @Test
    void noReceiverAtAllIsAFailureAndNoMore() {
        receiver.stop(0);
        try (var webhook = webhook(List.of())) {
            webhook.ended(run("run-1", RunOutcome.FAILED), Optional.empty());
        }
        assertThat(Scrape.value(metrics, FAILURES)).isEqualTo(1);
    }

    private Webhook webhook(List<Duration> waits) {
        Set<RunOutcome> on = EnumSet.of(RunOutcome.FAILED, RunOutcome.REFUSED, RunOutcome.PARTIAL);
        URI url = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook");
        return new Webhook(new WebhookSettings(url, on, Duration.ofSeconds(30), Optional.of("s3cret"), waits), metrics);
    }

    private Received next() throws InterruptedException {
        Received word = received.poll(30, TimeUnit.SECONDS);
        assertThat(word).as("a message within 30 s").isNotNull();
        return word;
    }

    private static RunRecord run(String id, RunOutcome outcome) {
        return new RunRecord(
                id,
                LOCATION,
                JobKind.GC,
                ObservedKeeper.PERSON,
                NOW.minusSeconds(60),
                Optional.of(NOW),
                Optional.of(outcome),
                Optional.empty(),
                Map.of(),
                "about data/main/person=x",
                List.of());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
