package io.fdlkeeper;

import io.fdlkeeper.store.s3.servers.S3Server;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

class S3ProxyFixtureTests extends S3FixtureContract {

    @RegisterExtension
    static final ServerUnderTest SERVER = ServerUnderTest.of(S3Server.S3PROXY);

    @Override
    ServerUnderTest server() {
        return SERVER;
    }
}
