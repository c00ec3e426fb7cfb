package io.fdlkeeper.telemetry;

import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.RunObserver;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import io.prometheus.metrics.core.metrics.Counter;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells an address of runs that did not go well. A run never waits for it, and never hears of its troubles. */
public final class Webhook implements RunObserver, AutoCloseable {

    /** The header that holds {@code sha256=} and the HMAC of the body in hex, so that a receiver knows who speaks. */
    static final String SIGNATURE = "X-Fdl-Keeper-Signature";

    /** Messages that wait at one time. A receiver that is away for long must not fill our memory. */
    static final int MOST_WAITING = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);
    private static final String CHANNEL = "webhook";
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REQUEST_TIMEOUT = 408;

    private final WebhookSettings settings;
    private final RepositoryNames names;
    private final Counter delivered;
    private final Counter failed;
    private final HttpClient client;
    private final ScheduledThreadPoolExecutor worker;

    /** @param metrics count deliveries, and know what repositories are called */
    public Webhook(WebhookSettings settings, KeeperMetrics metrics) {
        this.settings = settings;
        this.names = metrics.names();
        this.delivered = metrics.instruments().counter(Metric.NOTIFICATIONS);
        this.failed = metrics.instruments().counter(Metric.NOTIFICATION_FAILURES);
        delivered.initLabelValues(CHANNEL);
        failed.initLabelValues(CHANNEL);
        this.client = HttpClient.newBuilder()
                .connectTimeout(settings.timeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        this.worker = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, CHANNEL);
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void ended(RunRecord run, Optional<JobReport> report) {
        RunOutcome outcome = run.outcome().orElseThrow();
        if (!settings.on().contains(outcome)) {
            return;
        }
        if (worker.getQueue().size() >= MOST_WAITING) {
            failed.labelValues(CHANNEL).inc();
            LOG.warn("No word of run {} is sent: {} messages wait already", run.id(), MOST_WAITING);
            return;
        }
        byte[] body = WebhookMessage.of(run, report, names.of(run.repository()));
        schedule(run.id(), body, 0, Duration.ZERO);
    }

    private void schedule(String run, byte[] body, int attempt, Duration wait) {
        try {
            worker.schedule(() -> attempt(run, body, attempt), wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            giveUp(run, "the service is ending");
        }
    }

    private void attempt(String run, byte[] body, int attempt) {
        String trouble;
        try {
            int status = client.send(request(body), BodyHandlers.discarding()).statusCode();
            if (status / 100 == 2) {
                delivered.labelValues(CHANNEL).inc();
                return;
            }
            trouble = "the answer was " + status;
            if (status / 100 == 4 && status != TOO_MANY_REQUESTS && status != REQUEST_TIMEOUT) {
                giveUp(run, trouble);
                return;
            }
        } catch (IOException e) {
            trouble = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            giveUp(run, "the service is ending");
            return;
        }
        if (attempt < settings.waits().size()) {
            LOG.debug("Word of run {} is sent again: {}", run, trouble);
            schedule(run, body, attempt + 1, settings.waits().get(attempt));
        } else {
            giveUp(run, trouble);
        }
    }

    private void giveUp(String run, String why) {
        failed.labelValues(CHANNEL).inc();
        LOG.warn("No word of run {} reached {}: {}", run, settings.url().getHost(), why);
    }

    private HttpRequest request(byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.url())
                .timeout(settings.timeout())
                .header("Content-Type", "application/json")
                .header("User-Agent", "fdl-keeper")
                .POST(BodyPublishers.ofByteArray(body));
        settings.secret().ifPresent(secret -> request.header(SIGNATURE, "sha256=" + signature(secret, body)));
        return request.build();
    }

    private static String signature(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
        }
    }

    /** Sends what waits for its first attempt, and gives up what waits for another. */
    @Override
    public void close() {
        worker.shutdown();
        try {
            worker.awaitTermination(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int waiting = worker.shutdownNow().size();
        if (waiting > 0) {
            failed.labelValues(CHANNEL).inc(waiting);
            LOG.warn("{} messages were still waiting at the end, and are not sent", waiting);
        }
    }
}
