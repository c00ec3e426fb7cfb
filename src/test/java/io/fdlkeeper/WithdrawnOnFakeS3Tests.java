package io.fdlkeeper;

import io.fdlkeeper.store.s3.servers.S3Server;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

class WithdrawnOnFakeS3Tests extends WithdrawnInBucketContract {

    @RegisterExtension
    static final ServerUnderTest SERVER = ServerUnderTest.of(S3Server.FAKE);

    @Override
    ServerUnderTest server() {
        return SERVER;
    }
}
