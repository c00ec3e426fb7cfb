package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.HiddenCopies;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreRequests;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;

/** Makes an {@link ObjectStore} of a prefix in a bucket; close it when it is no longer used. */
public final class S3Store implements AutoCloseable {

    private final Clients clients;
    private final Parallel parallel;
    private final Identities identities;
    private final ObjectStore store;

    private S3Store(Clients clients, Parallel parallel, Identities identities, ObjectStore store) {
        this.clients = clients;
        this.parallel = parallel;
        this.identities = identities;
        this.store = store;
    }

    /**
     * Opens a repository's prefix. No request is sent yet.
     *
     * @param scratch a folder for temporary copies of large objects
     * @param clock   our own clock, which tells how long ago the store told its time
     */
    public static S3Store open(S3Settings settings, Path scratch, Clock clock) {
        return open(settings, scratch, clock, StoreRequests.UNHEARD);
    }

    /**
     * Opens a repository's prefix. No request is sent yet.
     *
     * @param heard hears of each request
     */
    public static S3Store open(S3Settings settings, Path scratch, Clock clock, StoreRequests heard) {
        return open(settings, scratch, clock, heard, Waiting.real());
    }

    static S3Store open(S3Settings settings, Path scratch, Clock clock, Waiting waiting) {
        return open(settings, scratch, clock, StoreRequests.UNHEARD, waiting);
    }

    static S3Store open(S3Settings settings, Path scratch, Clock clock, StoreRequests heard, Waiting waiting) {
        var bucket = Bucket.of(settings);
        var compat = settings.compat();
        var ask = new Late();
        var time = new StoreTime(clock, waiting, ask);
        var clients = new Clients(settings, List.of(time, new Telling(heard)));
        var connection = connected(bucket, clients, compat.md5());
        var requests = new Requests(new Pace(compat.requestsAtOnce(), waiting), waiting);
        var lister = new S3Lister(bucket, new Pages(bucket, connection, requests, compat), time);
        var reader = new S3Reader(bucket, connection, requests, compat, scratch);
        var parallel = new Parallel(compat.requestsAtOnce());
        var single = new SingleDeletion(bucket, connection, requests, compat, key -> tag(reader, lister, key));
        var batch = new BatchDeletion(bucket, connection, requests, compat, single, parallel);
        var deleter = new S3Deleter(batch, single, parallel, requests, waiting);
        ask.be(lister::askAnything);
        var versions = new S3Versions(bucket, connection, requests, compat, reader, parallel);
        var probe = new S3Probe(
                new ProbeObjects(
                        bucket,
                        connection,
                        requests,
                        reader,
                        lister,
                        versions,
                        new ProbeObjects.Cleaning(batch, single, parallel, compat.bucketOwner())),
                new S3Probe.Deletions(deleter, batch, single),
                connection.address(bucket),
                clock);
        var store = new ObjectStore(
                settings.location(),
                lister,
                reader,
                new S3Writer(bucket, connection, requests, compat, reader),
                deleter,
                time,
                new HiddenCopies(versions, new S3Uploads(bucket, connection, requests, compat)),
                probe);
        return new S3Store(
                clients,
                parallel,
                new Identities(
                        bucket,
                        clients.sources(),
                        connection,
                        settings.credentials().expected()),
                store);
    }

    private static Connection connected(Bucket bucket, Clients clients, S3Compat.Choice md5) {
        try {
            return new Connection(clients, md5);
        } catch (SdkException e) {
            clients.close();
            throw bucket.failure("open", "s3:ListBucket", e);
        }
    }

    /** A key that a path would change is looked for in a listing, which shows it as it is. */
    private static Optional<ETag> tag(S3Reader reader, S3Lister lister, ObjectKey key) {
        return KeyRoute.of(key) == KeyRoute.BATCH
                ? lister.find(key).map(object -> object.etag())
                : reader.head(key).map(object -> object.etag());
    }

    /** What is asked when the store's time is wanted; known only once the rest is made. */
    private static final class Late implements Runnable {

        private Runnable asked = () -> {};

        void be(Runnable known) {
            asked = known;
        }

        @Override
        public void run() {
            asked.run();
        }
    }

    /** Returns the store's ports. */
    public ObjectStore store() {
        return store;
    }

    /**
     * Asks who acts and who deletes: by name where AWS or the store tells it, else by the end of the access key's id.
     *
     * @throws io.fdlkeeper.store.StoreException when there are no credentials
     */
    public String identity() {
        return identities.sentence();
    }

    /**
     * Refuses to go on where somebody else acts than was expected; asks nothing where nobody was.
     *
     * @throws io.fdlkeeper.store.StoreException when it is somebody else, or cannot be told
     */
    public void requireExpectedIdentity() {
        identities.require();
    }

    @Override
    public void close() {
        parallel.close();
        clients.close();
    }
}
