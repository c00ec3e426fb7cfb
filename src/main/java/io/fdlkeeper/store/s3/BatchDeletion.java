package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.s3.Fault.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;

/** Deletes many keys by one request, and believes only what the answer says of each key. */
final class BatchDeletion {

    /** Each key counts against the store's rate; four of these in parallel slow down better than one of a thousand. */
    static final int SIZE = 250;

    private static final int ROUNDS = 5;
    private static final Fault DONE = new Fault(Kind.OTHER, 200, "", "");

    private final Bucket bucket;
    private final Connection connection;
    private final Requests requests;
    private final S3Compat compat;
    private final SingleDeletion single;
    private final Parallel parallel;
    private volatile boolean implemented = true;

    BatchDeletion(
            Bucket bucket,
            Connection connection,
            Requests requests,
            S3Compat compat,
            SingleDeletion single,
            Parallel parallel) {
        this.bucket = bucket;
        this.connection = connection;
        this.requests = requests;
        this.compat = compat;
        this.single = single;
        this.parallel = parallel;
    }

    /**
     * Deletes keys that XML can carry.
     *
     * @param conditional whether the store compares the tag of each key
     */
    List<DeleteAnswer> delete(List<DeleteRequest> all, boolean conditional) {
        if (!implemented) {
            return parallel.map(all, request -> alone(request, conditional));
        }
        var chunks = new ArrayList<List<DeleteRequest>>();
        for (int from = 0; from < all.size(); from += SIZE) {
            chunks.add(all.subList(from, Math.min(from + SIZE, all.size())));
        }
        var answers = new ArrayList<DeleteAnswer>(all.size());
        parallel.map(chunks, chunk -> chunk(chunk, conditional)).forEach(answers::addAll);
        return answers;
    }

    /** Deletes one by one from now on. */
    void avoid() {
        implemented = false;
    }

    /** Sends one batch as it is, whatever comes of it; empty when the store does not take it. */
    Optional<List<DeleteAnswer>> tried(List<DeleteRequest> some, boolean conditional) {
        try {
            var answer = send(some, conditional);
            return Optional.of(some.stream()
                    .map(request -> judged(request, answer.get(bucket.full(request.key()))))
                    .toList());
        } catch (SdkException e) {
            return Fault.of(e).is(Kind.MISSING_MD5) && connection.sendMd5()
                    ? tried(some, conditional)
                    : Optional.empty();
        }
    }

    private List<DeleteAnswer> chunk(List<DeleteRequest> chunk, boolean conditional) {
        var answers = new ArrayList<DeleteAnswer>(chunk.size());
        var open = chunk;
        for (int round = 1; !open.isEmpty(); round++) {
            var again = new ArrayList<DeleteRequest>();
            if (!implemented) {
                open.forEach(request -> answers.add(alone(request, conditional)));
                break;
            }
            try {
                var answer = send(open, conditional);
                for (var request : open) {
                    var fault = answer.get(bucket.full(request.key()));
                    if (fault != null && isWorthARetry(fault) && round < ROUNDS) {
                        again.add(request);
                    } else {
                        answers.add(judged(request, fault));
                    }
                }
            } catch (SdkException e) {
                var fault = Fault.of(e);
                if (fault.is(Kind.MISSING_MD5) && connection.sendMd5()) {
                    again.addAll(open);
                } else if (fault.is(Kind.NOT_IMPLEMENTED)) {
                    implemented = false;
                    again.addAll(open);
                } else if (fault.status() == 400 && fault.is(Kind.OTHER)) {
                    open.forEach(request -> answers.add(alone(request, conditional)));
                } else {
                    open.forEach(request -> answers.add(single.judged(request, fault)));
                }
            }
            open = again;
            if (!again.isEmpty() && implemented) {
                requests.backOff(round);
            }
        }
        return answers;
    }

    private static boolean isWorthARetry(Fault fault) {
        return fault.passes() || fault.is(Kind.CONFLICT);
    }

    private DeleteAnswer alone(DeleteRequest request, boolean conditional) {
        return KeyRoute.of(request.key()) == KeyRoute.BATCH
                ? SingleDeletion.answer(
                        request,
                        DeleteStatus.REFUSED,
                        "the store takes no batches, and a request of its own could reach another key")
                : single.delete(request, conditional);
    }

    private DeleteAnswer judged(DeleteRequest request, @Nullable Fault fault) {
        if (fault == null) {
            return SingleDeletion.answer(
                    request, DeleteStatus.FAILED, "the store did not say what became of it; look at it");
        }
        return fault == DONE ? SingleDeletion.answer(request, DeleteStatus.DELETED, "") : single.judged(request, fault);
    }

    /** Sends one batch; returns what was said of each key, an error of it before its success. */
    private Map<String, Fault> send(List<DeleteRequest> chunk, boolean conditional) {
        var keys = chunk.stream()
                .map(request -> ObjectIdentifier.builder()
                        .key(bucket.full(request.key()))
                        .eTag(conditional ? Tags.quoted(request.etag()) : null)
                        .build())
                .toList();
        var request = DeleteObjectsRequest.builder()
                .bucket(bucket.name())
                .delete(delete -> delete.objects(keys).quiet(false))
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        return said(requests.send(() -> connection.deleting().deleteObjects(request)));
    }

    private Map<String, Fault> said(DeleteObjectsResponse answer) {
        var said = new HashMap<String, Fault>();
        answer.deleted().forEach(deleted -> said.put(deleted.key(), DONE));
        answer.errors().forEach(error -> {
            var fault = Fault.ofKey(
                    error.code() == null ? "" : error.code(), error.message() == null ? "" : error.message());
            if (fault.is(Kind.THROTTLED)) {
                requests.pace().slowDown();
            }
            said.put(error.key(), fault);
        });
        return said;
    }
}
