package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.StoreException;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;

/** Finds out who acts, and refuses who was not expected. */
final class Identities {

    private static final Pattern ACCOUNT = Pattern.compile("[0-9]{12}");

    private final Bucket bucket;
    private final CredentialSources sources;
    private final Connection connection;
    private final Optional<String> expected;

    Identities(Bucket bucket, CredentialSources sources, Connection connection, Optional<String> expected) {
        this.connection = connection;
        this.bucket = bucket;
        this.sources = sources;
        this.expected = expected;
    }

    /** Returns one sentence on where requests really go, which a variable or profile can change, who acts and who deletes. */
    String sentence() {
        var acting = of(sources.acting());
        var at = "at " + connection.address(bucket) + " acts " + acting;
        return sources.deleting() == sources.acting() ? at : at + ", and deletes " + of(sources.deleting());
    }

    /**
     * Refuses another identity than the one expected.
     *
     * @throws StoreException when it is another, or cannot be told
     */
    void require() {
        if (expected.isEmpty()) {
            return;
        }
        require(of(sources.acting()), "acts", expected.get());
        // A role or key that only deletes has another name, but it is of the same account.
        if (sources.deleting() != sources.acting()
                && ACCOUNT.matcher(expected.get()).matches()) {
            require(of(sources.deleting()), "deletes", expected.get());
        }
    }

    private void require(ActingIdentity identity, String does, String wanted) {
        if (identity.is(wanted)) {
            return;
        }
        throw new StoreException(
                identity.arn().isEmpty()
                        ? "Who " + does + " in " + bucket + " cannot be told beyond " + identity
                                + ", since no identity service answers, and expect-identity asks for " + wanted
                                + "; reach the identity service (STS), or expect the access key's id."
                        : "In " + bucket + " " + does + " " + identity + ", and expect-identity asks for " + wanted
                                + "; check which credentials the environment offers.");
    }

    private ActingIdentity of(AwsCredentialsProvider provider) {
        String key;
        try {
            key = provider.resolveCredentials().accessKeyId();
        } catch (SdkException e) {
            throw bucket.failure("act", "s3:ListBucket", e);
        }
        try {
            var caller = sources.identities(provider).getCallerIdentity();
            return new ActingIdentity(key, Optional.ofNullable(caller.arn()), Optional.ofNullable(caller.account()));
        } catch (SdkException e) {
            // Most stores beside AWS have no such service; the key is what is left to tell.
            return new ActingIdentity(key, Optional.empty(), Optional.empty());
        }
    }
}
