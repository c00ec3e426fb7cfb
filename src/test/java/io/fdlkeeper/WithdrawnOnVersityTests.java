package io.fdlkeeper;

import io.fdlkeeper.store.s3.servers.S3Server;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

class WithdrawnOnVersityTests extends WithdrawnInBucketContract {

    @RegisterExtension
    static final ServerUnderTest SERVER = ServerUnderTest.of(S3Server.VERSITY);

    @Override
    ServerUnderTest server() {
        return SERVER;
    }
}
