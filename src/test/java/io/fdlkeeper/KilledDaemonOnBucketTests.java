package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.store.s3.fake.FakeBucket;
import io.fdlkeeper.store.s3.fake.FakeS3;
import io.fdlkeeper.store.s3.fake.S3Operation;
import io.fdlkeeper.store.s3.fake.S3Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals that meet the service while a deletion of a scheduled collection is on its way to a bucket. */
class KilledDaemonOnBucketTests {

    private static final int GARBAGE = 40;
    private static final String PREFIX = "demo/";
    private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");
    private static final Map<String, String> CREDENTIALS = Map.of(
            "AWS_ACCESS_KEY_ID",
            "AKIAEXAMPLE",
            "AWS_SECRET_ACCESS_KEY",
            "no-secret",
            "AWS_EC2_METADATA_DISABLED",
            "true");

    @TempDir
    Path folder;

    private final FakeS3 server = new FakeS3(Clock.systemUTC());
    private final FakeBucket bucket = server.bucket("lakes");
    private final List<String> deletedAgain = new ArrayList<>();
    private final AtomicInteger deletions = new AtomicInteger();
    private final CountDownLatch noGarbage = new CountDownLatch(1);

    @BeforeEach
    void fillABucket() throws IOException {
        assertThat(Commands.in(folder).run("sample", "repository", "--quiet").code())
                .isZero();
        Path repository = folder.resolve("repository");
        try (Stream<Path> files = Files.walk(repository)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bucket.load(
                        PREFIX + repository.relativize(file),
                        Files.readAllBytes(file),
                        Files.getLastModifiedTime(file).toInstant());
            }
        }
        for (int i = 0; i < GARBAGE; i++) {
            bucket.load(
                    PREFIX + "data/main/towns/garbage-" + i + ".parquet",
                    new byte[] {1},
                    Instant.now().minus(Duration.ofDays(60)));
        }
        server.afterRequest(request -> {
            if (garbage() == 0) {
                noGarbage.countDown();
            }
        });
    }

    @AfterEach
    void stopTheServer() throws Exception {
        server.close();
    }

    @Test
    void killedWhileADeletionIsOnItsWayDeletesNothingTwice() throws Exception {
        try (var daemon = start()) {
            onDeletion(3, () -> daemon.signal("KILL"));
            assertThat(daemon.awaitEnd()).isEqualTo(128 + 9);
        }
        assertThat(garbage()).isPositive();
        server.beforeRequest(this::noteDeletedAgain);
        try (var daemon = start()) {
            awaitNoGarbage(daemon);
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
        assertThat(outcomes()).contains(RunOutcome.INTERRUPTED, RunOutcome.SUCCEEDED);
        assertThat(deletedAgain).isEmpty();
        everythingThatIsNamedIsThere();
    }

    @Test
    void stoppedWhileADeletionIsOnItsWayFinishesTheBatchAndGoesOnAfterwards() throws Exception {
        try (var daemon = start()) {
            onDeletion(3, () -> daemon.signal("TERM"));
            assertThat(daemon.awaitEnd()).as(daemon.seen()).isZero();
        }
        assertThat(garbage()).isPositive();
        assertThat(outcomes()).contains(RunOutcome.STOPPED).doesNotContain(RunOutcome.FAILED, RunOutcome.INTERRUPTED);
        server.beforeRequest(this::noteDeletedAgain);
        try (var daemon = start()) {
            awaitNoGarbage(daemon);
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
        assertThat(deletedAgain).isEmpty();
        everythingThatIsNamedIsThere();
    }

    @Test
    void suspendedWhileADeletionIsOnItsWayGoesOnAndDeletesNothingTwice() throws Exception {
        try (var daemon = start()) {
            var suspended = new CountDownLatch(1);
            onDeletion(3, () -> {
                daemon.signal("STOP");
                suspended.countDown();
            });
            assertThat(suspended.await(60, TimeUnit.SECONDS)).as(daemon.seen()).isTrue();
            daemon.signal("CONT");
            awaitNoGarbage(daemon);
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
        assertThat(outcomes()).doesNotContain(RunOutcome.FAILED, RunOutcome.INTERRUPTED);
        assertThat(deletedAgain).isEmpty();
        everythingThatIsNamedIsThere();
    }

    /** Something that may fail. */
    @FunctionalInterface
    private interface Act {
        void run() throws Exception;
    }

    /** Does something when this deletion has reached the server and is not yet acted on. */
    private void onDeletion(int number, Act act) {
        server.beforeRequest(request -> {
            noteDeletedAgain(request);
            if (!garbageIn(request).isEmpty() && deletions.incrementAndGet() == number) {
                try {
                    act.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        });
    }

    private void noteDeletedAgain(S3Request request) {
        garbageIn(request).stream().filter(key -> !bucket.exists(key)).forEach(deletedAgain::add);
    }

    /** Returns the garbage that a request deletes. */
    private static List<String> garbageIn(S3Request request) {
        if (request.operation() == S3Operation.DELETE) {
            return request.key().contains("/garbage-") ? List.of(request.key()) : List.of();
        }
        return request.operation() == S3Operation.DELETE_BATCH
                ? KEY.matcher(request.bodyText())
                        .results()
                        .map(found -> found.group(1))
                        .filter(key -> key.contains("/garbage-"))
                        .toList()
                : List.of();
    }

    private void awaitNoGarbage(DaemonProcess daemon) throws InterruptedException {
        assertThat(noGarbage.await(90, TimeUnit.SECONDS)).as(daemon.seen()).isTrue();
        daemon.awaitLog("objects of");
    }

    private long garbage() {
        return bucket.keys().stream().filter(key -> key.contains("/garbage-")).count();
    }

    private DaemonProcess start() throws Exception {
        return DaemonProcess.start(folder, configuration(), CREDENTIALS);
    }

    private String configuration() {
        return "s3: {endpoint: '" + server.endpoint() + "', region: us-east-1}\n" + """
                gc: {grace: 1 second, grace-uncommitted: 1 second, allow-short-grace: true, max-share: 1, batch: 4}
                schedules: {gc: '*/2 * * * * ?', jitter: 0 seconds}
                repositories: [{name: demo, location: 's3://lakes/demo/'}]
                """;
    }

    private List<RunOutcome> outcomes() {
        try (var state = KeeperState.open(folder.resolve("state"), Clock.systemUTC())) {
            return state.runs().list(Optional.empty(), 10_000).stream()
                    .map(run -> run.outcome().orElseThrow())
                    .toList();
        }
    }

    private void everythingThatIsNamedIsThere() throws Exception {
        server.beforeRequest(request -> {});
        try (var daemon = DaemonProcess.start(folder, configuration().replace("{gc: '", "{verify: '"), CREDENTIALS)) {
            daemon.awaitLog("verify of demo ended: succeeded");
        }
    }
}
