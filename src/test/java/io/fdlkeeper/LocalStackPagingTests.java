package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.store.s3.fake.PassThrough;
import io.fdlkeeper.store.s3.servers.S3Server;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A real server whose pages drop keys without a word. */
class LocalStackPagingTests {

    private static final Duration AHEAD = Duration.ofDays(60);

    @RegisterExtension
    static final ServerUnderTest SERVER = ServerUnderTest.of(S3Server.LOCALSTACK);

    @TempDir
    private Path folder;

    @Test
    void listingThatDropsKeysBetweenItsPagesIsRefusedAndNothingIsDeleted() {
        S3FixtureContract.signIn();
        try (var between = new PassThrough(SERVER.running().endpoint(), AHEAD, OptionalInt.of(1))) {
            var place = S3FixtureContract.unpack(SERVER.running(), between.endpoint(), Fixture.named("j-external"));
            var before = place.keys();
            var clock = Clock.offset(Clock.systemUTC(), AHEAD);
            var run = Commands.in(folder)
                    .withClocks(clock, clock)
                    .on(place.options(), "run gc", "--grace", "P7D", "--trust-age");
            assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
            assertThat(run.json().get("outcome").asText()).isEqualTo("refused");
            assertThat(run.json().get("refusals").get(0).get("guard").asText()).isEqualTo("listing-incomplete");
            assertThat(place.keys()).isEqualTo(before);
        } finally {
            S3FixtureContract.signOut();
        }
    }
}
