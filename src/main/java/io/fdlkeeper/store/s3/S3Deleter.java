package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.GoAhead;
import io.fdlkeeper.store.ObjectDeleter;
import io.fdlkeeper.store.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Deletes with the strongest condition that the store was seen to keep.
 *
 * <p>Where it keeps none, each key is looked at and compared just before, again before each repeated request; that window is told in
 * the report of a run.
 */
final class S3Deleter implements ObjectDeleter {

    /** No request goes out later than this after a deletion was asked for: what it was decided on grows old. */
    private static final long PATIENCE = Duration.ofSeconds(60).toNanos();

    private static final int LOOKS = 3;

    private final BatchDeletion batch;
    private final SingleDeletion single;
    private final Parallel parallel;
    private final Requests requests;
    private final Waiting waiting;
    private final AtomicLong longestWindow = new AtomicLong();
    private final AtomicLong unprotected = new AtomicLong();
    private volatile DeleteProtection protection = DeleteProtection.LOOK_BEFORE;

    S3Deleter(BatchDeletion batch, SingleDeletion single, Parallel parallel, Requests requests, Waiting waiting) {
        this.batch = batch;
        this.single = single;
        this.parallel = parallel;
        this.requests = requests;
        this.waiting = waiting;
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
    public List<DeleteAnswer> deleteIfUnchanged(List<DeleteRequest> asked, GoAhead goAhead) {
        var first = new LinkedHashMap<ObjectKey, DeleteRequest>();
        asked.forEach(request -> first.putIfAbsent(request.key(), request));
        long began = waiting.nanos();
        GoAhead inTime = () -> waiting.nanos() - began < PATIENCE && goAhead.stillHolds();
        var answers = new HashMap<ObjectKey, DeleteAnswer>();
        deleteOnce(List.copyOf(first.values()), inTime).forEach(answer -> answers.put(answer.key(), answer));
        var result = new ArrayList<DeleteAnswer>(asked.size());
        for (var request : asked) {
            var answer = answers.getOrDefault(
                    request.key(), new DeleteAnswer(request.key(), DeleteStatus.FAILED, "nothing was said of it"));
            result.add(answer);
            if (answer.status() == DeleteStatus.DELETED) {
                answers.put(request.key(), new DeleteAnswer(request.key(), DeleteStatus.ALREADY_ABSENT, ""));
            }
        }
        return List.copyOf(result);
    }

    private List<DeleteAnswer> deleteOnce(List<DeleteRequest> asked, GoAhead goAhead) {
        var by = protection;
        var answers = new ArrayList<DeleteAnswer>();
        var inBatch = new ArrayList<DeleteRequest>();
        var alone = new ArrayList<DeleteRequest>();
        var lookedAt = new ArrayList<DeleteRequest>();
        for (var request : asked) {
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
        answers.addAll(batch.delete(inBatch, true, goAhead));
        answers.addAll(parallel.map(alone, request -> single.delete(request, true, goAhead)));
        answers.addAll(afterLooks(lookedAt, goAhead));
        return answers;
    }

    /** A request that may have failed is sent again only after another look: by now another content may stand there. */
    private List<DeleteAnswer> afterLooks(List<DeleteRequest> asked, GoAhead goAhead) {
        var answers = new LinkedHashMap<ObjectKey, DeleteAnswer>();
        var inDoubt = new HashSet<ObjectKey>();
        var open = asked;
        for (int look = 1; !open.isEmpty(); look++) {
            var failed = new HashSet<ObjectKey>();
            for (var answer : afterALook(open, goAhead)) {
                answers.put(answer.key(), SingleDeletion.sinceAsked(answer, inDoubt.contains(answer.key())));
                if (answer.status() == DeleteStatus.FAILED && look < LOOKS) {
                    failed.add(answer.key());
                }
            }
            inDoubt.addAll(failed);
            open = open.stream()
                    .filter(request -> failed.contains(request.key()))
                    .toList();
            if (!open.isEmpty()) {
                requests.backOff(look);
            }
        }
        return List.copyOf(answers.values());
    }

    /** What still has its tag goes at once; between this look and the deletion nothing protects it. */
    private List<DeleteAnswer> afterALook(List<DeleteRequest> asked, GoAhead goAhead) {
        long began = waiting.nanos();
        var answers = new ArrayList<DeleteAnswer>();
        var poison = new ArrayList<DeleteRequest>();
        var unchanged = new ArrayList<DeleteRequest>();
        var found = parallel.map(asked, single::compare);
        for (int i = 0; i < asked.size(); i++) {
            var request = asked.get(i);
            var kind = KeyRoute.of(request.key()) == KeyRoute.PATH ? poison : unchanged;
            found.get(i).ifPresentOrElse(answers::add, () -> kind.add(request));
        }
        answers.addAll(parallel.map(poison, request -> single.delete(request, false, goAhead)));
        answers.addAll(batch.delete(unchanged, false, goAhead));
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
