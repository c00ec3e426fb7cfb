package io.fdlkeeper;

import io.fdlkeeper.store.s3.fake.PassThrough;
import io.fdlkeeper.store.s3.servers.S3Server;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Keys with doubled slashes, which need a server that keeps them; its objects grow old by a clock that runs ahead. */
class MotoFixtureTests extends S3FixtureContract {

    private static final Duration AHEAD = Duration.ofDays(30);

    @RegisterExtension
    static final ServerUnderTest SERVER = ServerUnderTest.of(S3Server.MOTO);

    private PassThrough later;

    static Stream<String> fixtures() {
        return Stream.of("m2-double-keys");
    }

    @BeforeEach
    void standBefore() {
        later = new PassThrough(SERVER.running().endpoint(), AHEAD, OptionalInt.empty());
    }

    @AfterEach
    void stepAside() {
        later.close();
    }

    @Override
    ServerUnderTest server() {
        return SERVER;
    }

    @Override
    URI endpoint() {
        return later.endpoint();
    }

    @Override
    Commands commands() {
        var clock = Clock.offset(Clock.systemUTC(), AHEAD);
        return Commands.in(folder).withClocks(clock, clock);
    }
}
