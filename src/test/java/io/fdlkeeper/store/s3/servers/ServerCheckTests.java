package io.fdlkeeper.store.s3.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;

/** Every server answers every question as AWS does, or as the table says. */
class ServerCheckTests {

    private static final AtomicInteger BUCKETS = new AtomicInteger();

    @TestFactory
    Stream<DynamicContainer> everyServerAnswersAsTheTableSays() {
        return Stream.of(S3Server.values())
                .map(server -> DynamicContainer.dynamicContainer(server.title(), tests(server)));
    }

    private static Stream<DynamicTest> tests(S3Server server) {
        if (Servers.start(server) instanceof Servers.Start.Missing missing) {
            var reason = "skipped: ServerCheckTests: " + missing.reason();
            System.out.println(reason);
            return Stream.of(DynamicTest.dynamicTest("skipped", () -> {
                throw new TestAbortedException(reason);
            }));
        }
        var running = ((Servers.Start.Running) Servers.start(server)).server();
        return Stream.of(S3Check.values())
                .map(check -> DynamicTest.dynamicTest(check.title(), () -> judge(running, check)));
    }

    private static void judge(RunningServer server, S3Check check) {
        var expected = Deviations.expected(server.server(), check);
        assertThat(observe(server, check))
                .as("%s: %s (AWS: %s)", server.server().title(), check, check.aws())
                .isIn(expected);
    }

    private static String observe(RunningServer server, S3Check check) {
        var bucket = "check-%03d-%s"
                .formatted(
                        BUCKETS.incrementAndGet(),
                        check.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        try (var probe = Probe.of(server, bucket, check == S3Check.COMPLIANCE)) {
            return check.observe(probe);
        } catch (software.amazon.awssdk.core.exception.SdkServiceException e) {
            return "not there (" + e.statusCode() + ")";
        }
    }

    /** What all servers say to all questions, to fill the table from. */
    static List<String> observations() {
        var lines = new ArrayList<String>();
        for (var server : S3Server.values()) {
            if (Servers.start(server) instanceof Servers.Start.Running running) {
                for (var check : S3Check.values()) {
                    var observed = observe(running.server(), check);
                    if (!observed.equals(check.aws())) {
                        lines.add(server + "\t" + check + "\t" + observed);
                    }
                }
            }
        }
        return lines;
    }

    public static void main(String[] arguments) {
        observations().forEach(System.out::println);
        System.exit(0);
    }
}
