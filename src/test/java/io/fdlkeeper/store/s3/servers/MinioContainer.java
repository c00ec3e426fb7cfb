package io.fdlkeeper.store.s3.servers;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * MinIO in a container.
 *
 * <p>The property {@code fdlkeeper.minio.image} or the variable {@code FDL_KEEPER_MINIO_IMAGE} names another image than the official
 * one.
 */
final class MinioContainer {

    private static final String OFFICIAL = "minio/minio:RELEASE.2025-09-07T16-13-09Z";
    private static final int PORT = 9000;

    private MinioContainer() {}

    @SuppressWarnings({"resource", "rawtypes", "unchecked"}) // it lives as long as the tests' process
    static Servers.Start start() {
        try {
            if (!DockerClientFactory.instance().isDockerAvailable()) {
                return new Servers.Start.Missing("no container engine answers, so MinIO's container cannot run");
            }
            var container = new GenericContainer(DockerImageName.parse(image()))
                    .withExposedPorts(PORT)
                    .withEnv(Map.of(
                            "MINIO_ROOT_USER", RunningServer.ACCESS_KEY,
                            "MINIO_ROOT_PASSWORD", RunningServer.SECRET_KEY,
                            "MINIO_BROWSER", "off",
                            "MINIO_CI_CD", "1",
                            "MINIO_UPDATE", "off"))
                    .withCommand("server", "/data")
                    .waitingFor(Wait.forHttp("/minio/health/live").forPort(PORT));
            container.start();
            Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
            return new Servers.Start.Running(new RunningServer(
                    S3Server.MINIO,
                    URI.create("http://" + container.getHost() + ":" + container.getMappedPort(PORT)),
                    Optional.empty(),
                    Optional.empty()));
        } catch (RuntimeException e) {
            return new Servers.Start.Missing(
                    "the container of " + image() + " does not start (" + e.getMessage() + ")");
        }
    }

    private static String image() {
        return Optional.ofNullable(System.getProperty("fdlkeeper.minio.image"))
                .or(() -> Optional.ofNullable(System.getenv("FDL_KEEPER_MINIO_IMAGE")))
                .orElse(OFFICIAL);
    }
}
