package io.fdlkeeper;

import io.fdlkeeper.store.s3.servers.S3Server;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

class WithdrawnOnMinioTests extends WithdrawnInBucketContract {

    @RegisterExtension
    static final ServerUnderTest SERVER = ServerUnderTest.of(S3Server.MINIO);

    @Override
    ServerUnderTest server() {
        return SERVER;
    }
}
