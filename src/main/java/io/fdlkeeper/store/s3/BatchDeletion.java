package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.GoAhead;
import io.fdlkeeper.store.s3.Fault.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
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
     * @param conditional whether the store compares the tag of each key; where it does not, each key is asked for once, as the caller
     *     just looked
     */
    List<DeleteAnswer> delete(List<DeleteRequest> all, boolean conditional, GoAhead goAhead) {
        if (!implemented) {
            var alone = new Chunk(List.of(), conditional, goAhead);
            return parallel.map(all, alone::deleted);
        }
        var chunks = new ArrayList<List<DeleteRequest>>();
        for (int from = 0; from < all.size(); from += SIZE) {
            chunks.add(all.subList(from, Math.min(from + SIZE, all.size())));
        }
        var answers = new ArrayList<DeleteAnswer>(all.size());
        parallel.map(chunks, chunk -> chunk(chunk, conditional, goAhead)).forEach(answers::addAll);
        return answers;
    }

    /** Deletes one by one from now on. */
    void avoid() {
        implemented = false;
    }

    /** Sends one batch as it is, whatever comes of it; empty when the store does not take it. */
    Optional<List<DeleteAnswer>> tried(List<DeleteRequest> some, boolean conditional) {
        try {
            var said = send(some, conditional, fault -> {}, () -> true);
            return Optional.of(some.stream()
                    .map(request -> judged(request, said.get(bucket.full(request.key()))))
                    .toList());
        } catch (SdkException e) {
            return Fault.of(e).is(Kind.MISSING_MD5) && connection.sendMd5()
                    ? tried(some, conditional)
                    : Optional.empty();
        }
    }

    private DeleteAnswer judged(DeleteRequest request, @Nullable Fault fault) {
        if (fault == null) {
            return SingleDeletion.answer(
                    request, DeleteStatus.FAILED, "the store did not say what became of it; look at it");
        }
        return fault == DONE ? SingleDeletion.answer(request, DeleteStatus.DELETED, "") : single.judged(request, fault);
    }

    private List<DeleteAnswer> chunk(List<DeleteRequest> chunk, boolean conditional, GoAhead goAhead) {
        var deletion = new Chunk(chunk, conditional, goAhead);
        for (int round = 1; !deletion.open.isEmpty(); round++) {
            deletion.ask(round < ROUNDS);
            if (!deletion.open.isEmpty() && implemented) {
                requests.backOff(round);
            }
        }
        return deletion.answers;
    }

    /** One batch of keys: those still open, and what was answered of the others. */
    private final class Chunk {

        private final boolean conditional;
        private final GoAhead goAhead;
        private final List<DeleteAnswer> answers = new ArrayList<>();
        private List<DeleteRequest> open;
        private boolean inDoubt;

        Chunk(List<DeleteRequest> keys, boolean conditional, GoAhead goAhead) {
            this.open = keys;
            this.conditional = conditional;
            this.goAhead = goAhead;
        }

        void ask(boolean mayAskAgain) {
            var asked = open;
            open = new ArrayList<>();
            if (!implemented) {
                asked.forEach(this::alone);
                return;
            }
            try {
                var said = send(
                        asked,
                        conditional,
                        fault -> inDoubt = true,
                        conditional ? goAhead : SingleDeletion.once(goAhead));
                asked.forEach(request -> heard(request, said.get(bucket.full(request.key())), mayAskAgain));
            } catch (NotAskedException e) {
                asked.forEach(request -> answers.add(
                        inDoubt
                                ? SingleDeletion.answer(
                                        request, DeleteStatus.FAILED, "the store gave no good answer in time")
                                : SingleDeletion.notAsked(request)));
            } catch (SdkException e) {
                refused(asked, Fault.of(e));
            }
        }

        private void heard(DeleteRequest request, @Nullable Fault fault, boolean mayAskAgain) {
            if (fault != null && conditional && mayAskAgain && (fault.passes() || fault.is(Kind.CONFLICT))) {
                inDoubt = true;
                open.add(request);
            } else {
                answers.add(SingleDeletion.sinceAsked(judged(request, fault), inDoubt));
            }
        }

        /** The batch as a whole was not done, for a reason that can be mended here, or for one that cannot. */
        private void refused(List<DeleteRequest> asked, Fault fault) {
            if (fault.is(Kind.MISSING_MD5) && connection.sendMd5()) {
                open = asked;
            } else if (fault.is(Kind.NOT_IMPLEMENTED)) {
                implemented = false;
                open = asked;
            } else if (fault.status() == 400 && fault.is(Kind.OTHER)) {
                asked.forEach(this::alone);
            } else {
                asked.forEach(request -> answers.add(single.judged(request, fault)));
            }
        }

        private void alone(DeleteRequest request) {
            answers.add(deleted(request));
        }

        private DeleteAnswer deleted(DeleteRequest request) {
            return KeyRoute.of(request.key()) == KeyRoute.BATCH
                    ? SingleDeletion.answer(
                            request,
                            DeleteStatus.REFUSED,
                            "the store takes no batches, and a request of its own could reach another key")
                    : single.delete(request, conditional, goAhead);
        }
    }

    /** Sends one batch; returns what was said of each key, an error of it before its success. */
    private Map<String, Fault> send(
            List<DeleteRequest> chunk, boolean conditional, Consumer<Fault> failed, GoAhead goAhead) {
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
        return said(requests.send(() -> connection.deleting().deleteObjects(request), failed, goAhead));
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
