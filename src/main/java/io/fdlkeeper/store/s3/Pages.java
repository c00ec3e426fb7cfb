package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.StoreException;
import java.util.HashSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;

/** Fetches the pages of a listing one after the other, with the keys that are meant. */
final class Pages {

    private static final int AGREEMENTS = 3;
    private static final String PERMISSION = "s3:ListBucket on the bucket, for this prefix,";

    private final Bucket bucket;
    private final Connection connection;
    private final Requests requests;
    private final S3Compat compat;
    private final KeySpelling spelling;

    Pages(Bucket bucket, Connection connection, Requests requests, S3Compat compat) {
        this.bucket = bucket;
        this.connection = connection;
        this.requests = requests;
        this.compat = compat;
        this.spelling = new KeySpelling(compat.listUrlEncoding());
    }

    /**
     * What is listed.
     *
     * @param prefix the prefix, relative to the repository
     * @param levels whether only one level is
     * @param after  lists what follows this full key; empty for all
     * @param most   the most keys on a page; 0 for as many as the store gives
     */
    record Wanted(String prefix, boolean levels, String after, int most) {

        static Wanted all(String prefix) {
            return new Wanted(prefix, false, "", 0);
        }

        static Wanted level(String prefix) {
            return new Wanted(prefix, true, "", 0);
        }

        Wanted after(String fullKey) {
            return new Wanted(prefix, levels, fullKey, most);
        }
    }

    /** Hands over every page; returns only when the store has said that there are no more. */
    void each(Wanted wanted, Consumer<ListedPage> each) {
        var seen = new HashSet<String>();
        var token = "";
        while (true) {
            var page = page(wanted, token);
            each.accept(page);
            if (page.next().isEmpty()) {
                return;
            }
            token = page.next().get();
            if (!seen.add(token)) {
                throw ListedPage.refused(bucket, bucket.full(wanted.prefix()), "goes in a circle: it repeats a token");
            }
        }
    }

    /** Fetches the page of a token; the first one for an empty one. */
    ListedPage page(Wanted wanted, String token) {
        var encoded = new AtomicBoolean();
        var page = fetch(wanted, token, spelling.asksForEncoding(), encoded);
        if (!encoded.get()) {
            return page;
        }
        return spelling.isOpen(page.names())
                ? plain(wanted, token, page)
                : page.decoded(spelling, bucket, bucket.full(wanted.prefix()));
    }

    private ListedPage plain(Wanted wanted, String token, ListedPage first) {
        var page = first;
        for (int attempt = 1; attempt <= AGREEMENTS; attempt++) {
            var plain = fetch(wanted, token, false, new AtomicBoolean());
            if (spelling.agree(page.names(), plain.names())) {
                return plain;
            }
            // Somebody may have written between the two.
            page = fetch(wanted, token, true, new AtomicBoolean());
        }
        throw ListedPage.refused(
                bucket,
                bucket.full(wanted.prefix()),
                "shows other keys with encoding than without, so what a plus sign is cannot be told; set list-url-encoding to on or off");
    }

    private ListedPage fetch(Wanted wanted, String token, boolean encode, AtomicBoolean encoded) {
        var full = bucket.full(wanted.prefix());
        var request = ListObjectsV2Request.builder()
                .bucket(bucket.name())
                .prefix(full)
                .delimiter(wanted.levels() ? "/" : null)
                .encodingType(encode ? EncodingType.URL : null)
                .startAfter(wanted.after().isEmpty() ? null : wanted.after())
                .maxKeys(wanted.most() == 0 ? null : wanted.most())
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .continuationToken(token.isEmpty() ? null : token)
                .overrideConfiguration(told -> told.putExecutionAttribute(EncodedKeys.ENCODED, encoded))
                .build();
        try {
            var answer = requests.send(() -> connection.acting().listObjectsV2(request));
            return ListedPage.of(answer, bucket, full, token, spelling);
        } catch (SdkException e) {
            throw failed(wanted.prefix(), e);
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
