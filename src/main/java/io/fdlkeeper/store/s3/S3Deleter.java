package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ObjectDeleter;
import io.fdlkeeper.store.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Deletes with the strongest condition that the store was seen to keep.
 *
 * <p>Where it keeps none, each key is looked at and compared just before; that window is told in the report of a run.
 */
final class S3Deleter implements ObjectDeleter {

    private final BatchDeletion batch;
    private final SingleDeletion single;
    private final Parallel parallel;
    private final Waiting waiting;
    private final AtomicLong longestWindow = new AtomicLong();
    private final AtomicLong unprotected = new AtomicLong();
    private volatile DeleteProtection protection = DeleteProtection.LOOK_BEFORE;

    S3Deleter(BatchDeletion batch, SingleDeletion single, Parallel parallel, Waiting waiting) {
        this.waiting = waiting;
        this.batch = batch;
        this.single = single;
        this.parallel = parallel;
    }

    /** Uses this condition from now on; it must have been proved. */
    void protectBy(DeleteProtection proved) {
        protection = proved;
        // What was deleted to find this out was our own.
        unprotected.set(0);
        longestWindow.set(0);
    }

    DeleteProtection protection() {
        return protection;
    }

    @Override
    public List<DeleteAnswer> deleteIfUnchanged(List<DeleteRequest> requests) {
        var first = new LinkedHashMap<ObjectKey, DeleteRequest>();
        requests.forEach(request -> first.putIfAbsent(request.key(), request));
        var answers = new HashMap<ObjectKey, DeleteAnswer>();
        deleteOnce(List.copyOf(first.values())).forEach(answer -> answers.put(answer.key(), answer));
        var result = new ArrayList<DeleteAnswer>(requests.size());
        for (var request : requests) {
            var answer = answers.getOrDefault(
                    request.key(), new DeleteAnswer(request.key(), DeleteStatus.FAILED, "nothing was said of it"));
            result.add(answer);
            if (answer.status() == DeleteStatus.DELETED) {
                answers.put(request.key(), new DeleteAnswer(request.key(), DeleteStatus.ALREADY_ABSENT, ""));
            }
        }
        return List.copyOf(result);
    }

    private List<DeleteAnswer> deleteOnce(List<DeleteRequest> requests) {
        var by = protection;
        var answers = new ArrayList<DeleteAnswer>();
        var inBatch = new ArrayList<DeleteRequest>();
        var alone = new ArrayList<DeleteRequest>();
        var lookedAt = new ArrayList<DeleteRequest>();
        for (var request : requests) {
            switch (KeyRoute.of(request.key())) {
                case NONE ->
                    answers.add(new DeleteAnswer(
                            request.key(),
                            DeleteStatus.REFUSED,
                            "no request can name this key without it becoming another one"));
                case ANY ->
                    (by == DeleteProtection.BATCH ? inBatch : by == DeleteProtection.SINGLE ? alone : lookedAt)
                            .add(request);
                case PATH -> (by == DeleteProtection.LOOK_BEFORE ? lookedAt : alone).add(request);
                case BATCH -> (by == DeleteProtection.BATCH ? inBatch : lookedAt).add(request);
            }
        }
        answers.addAll(batch.delete(inBatch, true));
        answers.addAll(parallel.map(alone, request -> single.delete(request, true)));
        answers.addAll(afterALook(lookedAt));
        return answers;
    }

    /** What still has its tag goes at once; between this look and the deletion nothing protects it. */
    private List<DeleteAnswer> afterALook(List<DeleteRequest> requests) {
        long began = waiting.nanos();
        var answers = new ArrayList<DeleteAnswer>();
        var unchanged = new ArrayList<DeleteRequest>();
        var found = parallel.map(requests, single::compare);
        for (int i = 0; i < requests.size(); i++) {
            var request = requests.get(i);
            found.get(i).ifPresentOrElse(answers::add, () -> unchanged.add(request));
        }
        var poison = unchanged.stream()
                .filter(request -> KeyRoute.of(request.key()) == KeyRoute.PATH)
                .toList();
        answers.addAll(parallel.map(poison, request -> single.delete(request, false)));
        unchanged.removeAll(poison);
        answers.addAll(batch.delete(unchanged, false));
        if (!unchanged.isEmpty() || !poison.isEmpty()) {
            unprotected.addAndGet(unchanged.size() + poison.size());
            longestWindow.accumulateAndGet(waiting.nanos() - began, Math::max);
        }
        return answers;
    }

    @Override
    public List<String> remarks() {
        return unprotected.get() == 0
                ? List.of()
                : List.of("unprotected window: the store compared no tags for " + unprotected.get()
                        + " deletions, each looked at at most "
                        + TimeUnit.NANOSECONDS.toMillis(longestWindow.get())
                        + " ms before; what was replaced in between would be lost");
    }

    @Override
    public DeleteAnswer removeEmptyFolder(String folder) {
        return new DeleteAnswer(new ObjectKey(folder), DeleteStatus.ALREADY_ABSENT, "");
    }
}
