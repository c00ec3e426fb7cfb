package io.fdlkeeper.store.s3;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;

/** Makes the clients of one store: every setting that a stray variable could change is set here. */
final class Clients implements AutoCloseable {

    /** One small request; a listing of a thousand keys takes a weak store some seconds. */
    private static final Duration ATTEMPT = Duration.ofSeconds(30);

    private static final Duration CALL = Duration.ofSeconds(45);
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final S3Settings settings;
    private final List<ExecutionInterceptor> interceptors;
    private final SdkHttpClient http;
    private final CredentialSources sources;

    Clients(S3Settings settings, List<ExecutionInterceptor> interceptors) {
        this.settings = settings;
        this.interceptors = interceptors;
        this.http = Apache5HttpClient.builder()
                .maxConnections(settings.compat().requestsAtOnce() + 2)
                .connectionTimeout(CONNECT)
                .socketTimeout(SILENCE)
                .connectionAcquisitionTimeout(CALL)
                .tcpKeepAlive(true)
                .build();
        this.sources = new CredentialSources(settings, region(), http);
    }

    CredentialSources sources() {
        return sources;
    }

    S3Client acting(boolean md5) {
        return client(sources.acting(), md5);
    }

    S3Client deleting(boolean md5) {
        return client(sources.deleting(), md5);
    }

    private S3Client client(AwsCredentialsProvider credentials, boolean md5) {
        var compat = settings.compat();
        var builder = S3Client.builder()
                .httpClient(http)
                .credentialsProvider(credentials)
                .forcePathStyle(settings.pathStyle())
                .requestChecksumCalculation(
                        compat.checksums()
                                ? RequestChecksumCalculation.WHEN_SUPPORTED
                                : RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(
                        compat.checksums()
                                ? ResponseChecksumValidation.WHEN_SUPPORTED
                                : ResponseChecksumValidation.WHEN_REQUIRED)
                .serviceConfiguration(service -> service.chunkedEncodingEnabled(compat.chunkedEncoding()))
                .overrideConfiguration(override -> override.retryStrategy(AwsRetryStrategy.doNotRetry())
                        .apiCallAttemptTimeout(ATTEMPT)
                        .apiCallTimeout(CALL)
                        .executionInterceptors(interceptors)
                        .addExecutionInterceptor(new EncodedKeys()));
        settings.endpoint().ifPresent(builder::endpointOverride);
        region().ifPresent(builder::region);
        if (md5) {
            builder.addPlugin(LegacyMd5Plugin.create());
        }
        return builder.build();
    }

    private Optional<Region> region() {
        return settings.region()
                .or(() -> settings.endpoint().map(endpoint -> "us-east-1"))
                .map(Region::of);
    }

    @Override
    public void close() {
        sources.close();
        http.close();
    }
}
