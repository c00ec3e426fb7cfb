package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ForeignEntry;
import io.fdlkeeper.store.Level;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ListingSink;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectLister;
import io.fdlkeeper.store.StoreException;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Lists pages one after the other and hands over their keys byte for byte, in the store's order. */
final class S3Lister implements ObjectLister {

    private static final String PERMISSION = "s3:ListBucket on the bucket, for this prefix,";

    private final Bucket bucket;
    private final Connection connection;
    private final Requests requests;
    private final S3Compat compat;

    S3Lister(Bucket bucket, Connection connection, Requests requests, S3Compat compat) {
        this.bucket = bucket;
        this.connection = connection;
        this.requests = requests;
        this.compat = compat;
    }

    @Override
    public void list(String prefix, ListingSink sink) {
        eachPage(prefix, Optional.empty(), page -> page.objects().forEach(object -> hand(object, prefix, sink)));
    }

    private void hand(S3Object object, String prefix, ListingSink sink) {
        if (object.key() == null || !object.key().startsWith(bucket.full(prefix))) {
            throw ListedPage.refused(bucket, bucket.full(prefix), "shows the key " + object.key());
        }
        var key = bucket.relative(object.key());
        if (key.isEmpty()) {
            return;
        }
        if (key.get().hasDotSegment()) {
            sink.foreign(new ForeignEntry(key.get().text(), "dot segment", Optional.empty()));
        } else {
            sink.object(listed(key.get(), object, prefix));
        }
    }

    private ListedObject listed(ObjectKey key, S3Object object, String prefix) {
        if (object.size() == null
                || object.lastModified() == null
                || object.eTag() == null
                || object.eTag().isEmpty()) {
            throw ListedPage.refused(
                    bucket, bucket.full(prefix), "shows the key " + key + " without its size, time or tag");
        }
        return new ListedObject(
                key, object.size(), object.lastModified().truncatedTo(ChronoUnit.SECONDS), Tags.of(object.eTag()));
    }

    @Override
    public Level listLevel(String prefix) {
        var folders = new TreeSet<String>(ObjectKey::compareUtf8);
        var objects = new TreeMap<ObjectKey, ListedObject>();
        var sink = new ListingSink() {
            @Override
            public void object(ListedObject object) {
                objects.put(object.key(), object);
            }
        };
        eachPage(prefix, Optional.of("/"), page -> {
            page.objects().forEach(object -> hand(object, prefix, sink));
            page.folders().forEach(folder -> folderName(folder, prefix).ifPresent(folders::add));
        });
        return new Level(folders.stream().toList(), objects.values().stream().toList());
    }

    /** Empty for a name that is no folder's: nothing, or dots. */
    private Optional<String> folderName(String folder, String prefix) {
        var full = bucket.full(prefix);
        if (!folder.startsWith(full) || !folder.endsWith("/")) {
            throw ListedPage.refused(bucket, full, "shows the folder " + folder);
        }
        var name = folder.substring(full.length(), folder.length() - 1);
        return name.isEmpty() || name.equals(".") || name.equals("..") ? Optional.empty() : Optional.of(name);
    }

    /** Asks for as little as possible, so that the store tells its time. */
    void askAnything() {
        find(new ObjectKey("fdl.json"));
    }

    /** Looks for one key in a listing that begins with it. */
    Optional<ListedObject> find(ObjectKey key) {
        var request = ListObjectsV2Request.builder().maxKeys(1);
        return page(key.text(), Optional.empty(), "", request).objects().stream()
                .filter(object -> bucket.full(key).equals(object.key()))
                .map(object -> listed(key, object, key.text()))
                .findFirst();
    }

    private void eachPage(String prefix, Optional<String> delimiter, Consumer<ListedPage> each) {
        var seen = new HashSet<String>();
        var token = "";
        while (true) {
            var page = page(prefix, delimiter, token, ListObjectsV2Request.builder());
            each.accept(page);
            if (page.next().isEmpty()) {
                return;
            }
            token = page.next().get();
            if (!seen.add(token)) {
                throw ListedPage.refused(bucket, bucket.full(prefix), "goes in a circle: it repeats a token");
            }
        }
    }

    private ListedPage page(
            String prefix, Optional<String> delimiter, String token, ListObjectsV2Request.Builder wanted) {
        var full = bucket.full(prefix);
        var request = wanted.bucket(bucket.name())
                .prefix(full)
                .delimiter(delimiter.orElse(null))
                .encodingType(compat.listUrlEncoding() == S3Compat.Choice.OFF ? null : EncodingType.URL)
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .continuationToken(token.isEmpty() ? null : token)
                .build();
        try {
            return ListedPage.of(requests.send(() -> connection.acting().listObjectsV2(request)), bucket, full, token);
        } catch (SdkException e) {
            throw failed(prefix, e);
        }
    }

    private StoreException failed(String prefix, SdkException e) {
        var fault = Fault.of(e);
        var sentence = bucket.sentence("list", PERMISSION, fault);
        return switch (fault.kind()) {
            case NO_BUCKET, CREDENTIALS, DENIED, WRONG_REGION, SKEWED -> new StoreException(sentence, e);
            default -> new ListingIncompleteException(prefix, sentence, e);
        };
    }
}
