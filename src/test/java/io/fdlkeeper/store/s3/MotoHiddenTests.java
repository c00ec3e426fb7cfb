package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.s3.servers.S3Server;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

class MotoHiddenTests extends S3HiddenContract {

    @RegisterExtension
    static final ServerUnderTest SERVER = ServerUnderTest.of(S3Server.MOTO);

    @Override
    ServerUnderTest server() {
        return SERVER;
    }
}
