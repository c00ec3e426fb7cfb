package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.s3.S3Credentials.Identity;
import io.fdlkeeper.store.s3.S3Credentials.Role;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** Finds the credentials of the identities that act; they are fetched anew before they expire. */
final class CredentialSources implements AutoCloseable {

    private static final Duration SHORT = Duration.ofSeconds(5);

    private final Optional<URI> endpoint;
    private final Optional<Region> region;
    private final SdkHttpClient http;
    private final List<SdkAutoCloseable> opened = new ArrayList<>();
    private final AwsCredentialsProvider acting;
    private final AwsCredentialsProvider deleting;

    CredentialSources(S3Settings settings, Optional<Region> region, SdkHttpClient http) {
        this.endpoint = settings.endpoint();
        this.region = region;
        this.http = http;
        this.acting = source(settings.credentials().acting());
        this.deleting = settings.credentials().deleting().map(this::source).orElse(acting);
    }

    AwsCredentialsProvider acting() {
        return acting;
    }

    AwsCredentialsProvider deleting() {
        return deleting;
    }

    /** Opens the service that tells who acts: of AWS, or of the store where that has one. */
    StsClient identities(AwsCredentialsProvider of) {
        var builder = tokens(of)
                .overrideConfiguration(override ->
                        override.retryStrategy(AwsRetryStrategy.doNotRetry()).apiCallTimeout(SHORT));
        endpoint.ifPresent(builder::endpointOverride);
        return kept(builder.build());
    }

    private StsClientBuilder tokens(AwsCredentialsProvider of) {
        var builder = StsClient.builder().httpClient(http).credentialsProvider(of);
        region.ifPresent(builder::region);
        return builder;
    }

    private StsClient kept(StsClient client) {
        opened.add(client);
        return client;
    }

    private AwsCredentialsProvider source(Identity identity) {
        var found = identity.key()
                .<AwsCredentialsProvider>map(
                        key -> StaticCredentialsProvider.create(AwsBasicCredentials.create(key.id(), key.secret())))
                .orElseGet(() -> identity.profile()
                        .<AwsCredentialsProvider>map(this::ofProfile)
                        .orElseGet(this::chain));
        return identity.role().map(role -> assumed(role, found)).orElse(found);
    }

    private AwsCredentialsProvider ofProfile(String profile) {
        var provider = ProfileCredentialsProvider.create(profile);
        opened.add(provider);
        return provider;
    }

    private AwsCredentialsProvider chain() {
        var provider = DefaultCredentialsProvider.builder().build();
        opened.add(provider);
        return provider;
    }

    private AwsCredentialsProvider assumed(Role role, AwsCredentialsProvider found) {
        var provider = StsAssumeRoleCredentialsProvider.builder()
                .stsClient(kept(tokens(found).build()))
                .refreshRequest(request -> {
                    request.roleArn(role.arn()).roleSessionName(role.sessionName());
                    role.externalId().ifPresent(request::externalId);
                })
                .build();
        opened.add(provider);
        return provider;
    }

    @Override
    public void close() {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }
}
