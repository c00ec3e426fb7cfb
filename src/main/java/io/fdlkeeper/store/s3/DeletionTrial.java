package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.Promise;
import java.util.List;
import java.util.Set;

/** Tries deletions under a condition, of one key and of many. */
final class DeletionTrial {

    private final ProbeObjects objects;
    private final S3Probe.Deletions deletions;
    private final String prefix;

    DeletionTrial(ProbeObjects objects, S3Probe.Deletions deletions, String prefix) {
        this.objects = objects;
        this.deletions = deletions;
        this.prefix = prefix;
    }

    void run(Set<Promise> kept) {
        if (oneComparesTags()) {
            kept.add(Promise.DELETE_IF_UNCHANGED);
        }
        if (manyAnswerForEach()) {
            kept.add(Promise.DELETE_MANY);
            if (manyCompareTags()) {
                kept.add(Promise.DELETE_MANY_IF_UNCHANGED);
            }
        }
    }

    /** The tag of a content that was replaced is one the store knows and must still not accept. */
    private record Replaced(ObjectKey key, ETag before, ETag now) {}

    private Replaced replaced(String name) {
        var key = new ObjectKey(prefix + name);
        var before = objects.put(key, "before");
        var now = objects.put(key, "now");
        return new Replaced(key, before.orElse(new ETag("none")), now.orElse(new ETag("none")));
    }

    private boolean oneComparesTags() {
        var one = replaced("delete-one");
        var refused = deletions.single().delete(new DeleteRequest(one.key(), one.before()), true, () -> true);
        if (isGone(refused) || !objects.isThere(one.key())) {
            return false;
        }
        var answer = deletions.single().delete(new DeleteRequest(one.key(), one.now()), true, () -> true);
        return answer.status() == DeleteStatus.DELETED && !objects.isThere(one.key());
    }

    private boolean manyAnswerForEach() {
        var present = new ObjectKey(prefix + "delete-many-present");
        var tag = objects.put(present, "x").orElse(new ETag("none"));
        return deletions
                        .batch()
                        .tried(
                                List.of(
                                        new DeleteRequest(present, tag),
                                        new DeleteRequest(new ObjectKey(prefix + "delete-many-never"), tag)),
                                false)
                        .filter(answers -> answers.stream().allMatch(DeletionTrial::isGone))
                        .isPresent()
                && !objects.isThere(present);
    }

    private boolean manyCompareTags() {
        var changed = replaced("delete-many-changed");
        var same = replaced("delete-many-same");
        return deletions
                        .batch()
                        .tried(
                                List.of(
                                        new DeleteRequest(changed.key(), changed.before()),
                                        new DeleteRequest(same.key(), same.now())),
                                true)
                        .filter(answers -> !isGone(answers.get(0)) && isGone(answers.get(1)))
                        .isPresent()
                && objects.isThere(changed.key())
                && !objects.isThere(same.key());
    }

    private static boolean isGone(DeleteAnswer answer) {
        return answer.status() == DeleteStatus.DELETED || answer.status() == DeleteStatus.ALREADY_ABSENT;
    }
}
