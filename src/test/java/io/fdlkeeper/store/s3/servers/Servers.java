package io.fdlkeeper.store.s3.servers;

import io.fdlkeeper.store.s3.fake.FakeS3;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts each server at most once; all end with the tests' process. */
public final class Servers {

    private static final Path INSTALLED = Path.of(
            Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).orElse(System.getProperty("user.home") + "/.cache"),
            "fdl-keeper",
            "servers");

    private static final Map<S3Server, Start> STARTS = new EnumMap<>(S3Server.class);

    private Servers() {}

    /** What became of starting a server. */
    public sealed interface Start {

        record Running(RunningServer server) implements Start {}

        /** It is not here; the reason is a sentence for a log. */
        record Missing(String reason) implements Start {}
    }

    /** Returns the server, started now if it was not yet. */
    public static synchronized Start start(S3Server server) {
        return STARTS.computeIfAbsent(server, Servers::started);
    }

    private static Start started(S3Server server) {
        return switch (server) {
            case FAKE -> fake();
            case S3PROXY -> s3proxy();
            case MOTO -> installed(server, "moto", Optional.empty());
            case VERSITY -> installed(server, "versity", Optional.of("objects"));
            case LOCALSTACK -> installed(server, "localstack", Optional.empty());
            case MINIO -> minio();
        };
    }

    private static Start fake() {
        var fake = new FakeS3(Clock.systemUTC());
        return running(S3Server.FAKE, fake.endpoint(), Optional.empty(), Optional.of(fake));
    }

    private static Start running(S3Server server, URI endpoint, Optional<Path> objects, Optional<FakeS3> fake) {
        return new Start.Running(new RunningServer(server, endpoint, objects, fake));
    }

    private static Start s3proxy() {
        var jar = ServerProcess.FOLDER.resolve("s3proxy.jar");
        if (!Files.exists(jar)) {
            return new Start.Missing(jar + " is not there; Maven's phase generate-test-resources puts it there");
        }
        var process = new ServerProcess("s3proxy");
        var settings = process.data().resolve("s3proxy.properties");
        var objects = process.data().resolve("objects");
        try {
            Files.createDirectories(objects);
            Files.writeString(
                    settings,
                    String.join(
                            "\n",
                            "s3proxy.endpoint=" + process.endpoint(),
                            "s3proxy.authorization=aws-v2-or-v4",
                            "s3proxy.identity=" + RunningServer.ACCESS_KEY,
                            "s3proxy.credential=" + RunningServer.SECRET_KEY,
                            "jclouds.provider=filesystem-nio2",
                            "jclouds.filesystem.basedir=" + objects,
                            ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        process.start(List.of(
                java, "-Xmx384m", "-XX:+UseSerialGC", "-jar", jar.toString(), "--properties", settings.toString()));
        return running(S3Server.S3PROXY, process.endpoint(), Optional.of(objects), Optional.empty());
    }

    private static Start installed(S3Server server, String name, Optional<String> objects) {
        var serve = INSTALLED.resolve(name).resolve("serve");
        if (!Files.isExecutable(serve)) {
            return new Start.Missing(server.title() + " is not installed; dev/servers install " + name + " does it");
        }
        var process = new ServerProcess(name);
        process.start(List.of(serve.toString()));
        return running(server, process.endpoint(), objects.map(process.data()::resolve), Optional.empty());
    }

    private static Start minio() {
        var container = MinioContainer.start();
        if (container instanceof Start.Running) {
            return container;
        }
        // The same server without its container says the same of the adapter.
        var process = installed(S3Server.MINIO, "minio", Optional.empty());
        return process instanceof Start.Running || !(container instanceof Start.Missing missing)
                ? process
                : new Start.Missing(missing.reason() + "; neither is it installed (dev/servers install minio)");
    }
}
