package io.fdlkeeper;

import io.fdlkeeper.config.BucketLocation;
import io.fdlkeeper.config.DeleteCredentialsConfiguration;
import io.fdlkeeper.config.RepositoryConfiguration;
import io.fdlkeeper.config.S3Configuration;
import io.fdlkeeper.config.Toggle;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreRequests;
import io.fdlkeeper.store.s3.S3Compat;
import io.fdlkeeper.store.s3.S3Compat.Choice;
import io.fdlkeeper.store.s3.S3Credentials;
import io.fdlkeeper.store.s3.S3Credentials.Identity;
import io.fdlkeeper.store.s3.S3Credentials.Role;
import io.fdlkeeper.store.s3.S3Settings;
import io.fdlkeeper.store.s3.S3Store;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stores of repositories in buckets, one for the same settings, closed together. */
final class Buckets implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Buckets.class);
    private static final Pattern ACCOUNT = Pattern.compile("[0-9]{12}");

    private final Path scratch;
    private final Clock clock;
    private final StoreRequests heard;
    private final Map<S3Settings, S3Store> open = new HashMap<>();

    /** @param heard hears of each request to a store */
    Buckets(Path scratch, Clock clock, StoreRequests heard) {
        this.scratch = scratch;
        this.clock = clock;
        this.heard = heard;
    }

    synchronized ObjectStore of(RepositoryConfiguration repository, BucketLocation location) {
        return opened(repository, location).store();
    }

    /** Returns one sentence on who acts and who deletes in a repository's bucket. */
    synchronized String identity(RepositoryConfiguration repository, BucketLocation location) {
        return opened(repository, location).identity();
    }

    private S3Store opened(RepositoryConfiguration repository, BucketLocation location) {
        S3Settings settings = settings(location, repository.s3());
        S3Store known = open.get(settings);
        if (known != null) {
            return known;
        }
        S3Store store = S3Store.open(settings, scratch, clock, heard);
        try {
            store.requireExpectedIdentity();
            if (LOG.isInfoEnabled()) {
                LOG.info("{}: {}", location, store.identity());
            }
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
        open.put(settings, store);
        return store;
    }

    static S3Settings settings(BucketLocation location, S3Configuration s3) {
        S3Compat usual = s3.endpoint().isEmpty() ? S3Compat.AWS : S3Compat.OTHERS;
        return new S3Settings(
                location.bucket(),
                location.prefix(),
                s3.endpoint(),
                s3.region(),
                s3.pathStyle(),
                credentials(s3),
                new S3Compat(
                        on(s3.checksums(), usual.checksums()),
                        on(s3.chunkedEncoding(), usual.chunkedEncoding()),
                        choice(s3.md5(), usual.md5()),
                        choice(s3.listUrlEncoding(), usual.listUrlEncoding()),
                        s3.expectedBucketOwner().or(() -> pinnedAccount(s3)),
                        s3.requestsAtOnce()));
    }

    private static S3Credentials credentials(S3Configuration s3) {
        Identity acting = identity(s3.profile(), s3.roleArn(), s3.externalId(), s3.sessionName());
        DeleteCredentialsConfiguration deleting = s3.deleteCredentials();
        return new S3Credentials(
                acting,
                deleting.isGiven()
                        ? Optional.of(identity(
                                deleting.profile().or(s3::profile),
                                deleting.roleArn(),
                                deleting.externalId(),
                                s3.sessionName()))
                        : Optional.empty(),
                s3.expectIdentity());
    }

    private static Identity identity(
            Optional<String> profile, Optional<String> role, Optional<String> externalId, String sessionName) {
        return new Identity(Optional.empty(), profile, role.map(arn -> new Role(arn, externalId, sessionName)));
    }

    /** Who pins the account on AWS means that the bucket is of that account too; stores beside it know no such header. */
    private static Optional<String> pinnedAccount(S3Configuration s3) {
        return s3.endpoint().isPresent()
                ? Optional.empty()
                : s3.expectIdentity()
                        .filter(expected -> ACCOUNT.matcher(expected).matches());
    }

    private static boolean on(Toggle toggle, boolean usual) {
        return toggle == Toggle.AUTO ? usual : toggle == Toggle.ON;
    }

    private static Choice choice(Toggle toggle, Choice usual) {
        return switch (toggle) {
            case AUTO -> usual;
            case ON -> Choice.ON;
            case OFF -> Choice.OFF;
        };
    }

    @Override
    public synchronized void close() {
        open.values().forEach(S3Store::close);
        open.clear();
    }
}
