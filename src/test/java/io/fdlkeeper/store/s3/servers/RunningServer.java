package io.fdlkeeper.store.s3.servers;

import io.fdlkeeper.store.s3.fake.FakeS3;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A server that answers.
 *
 * @param objects the folder in which each bucket is a folder and each object a file, where the server works so
 * @param fake    the server itself where it is ours
 */
public record RunningServer(S3Server server, URI endpoint, Optional<Path> objects, Optional<FakeS3> fake) {

    public static final String ACCESS_KEY = "keepertest";
    public static final String SECRET_KEY = "keepertestsecret";
    public static final String REGION = "us-east-1";
}
