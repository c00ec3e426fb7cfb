package io.fdlkeeper.histories;

import io.fdlkeeper.histories.VersionTruth.Moment;
import io.fdlkeeper.store.fake.Call;
import io.fdlkeeper.store.fake.Op;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** When the keeper looked at what, in the run that is under way. */
final class KeeperSteps {

    private static final Moment NEVER = new Moment(-1, Instant.MIN);

    private Instant observedAt = Instant.MIN;
    private Moment rootsLook = NEVER;
    private Moment refsLook = NEVER;
    private Moment firstRefsLook = NEVER;
    private final Map<String, Long> lookAfterMark = new HashMap<>();
    private boolean batchIsCovered;
    private boolean lookedSinceBatch;

    /** Forgets the run before. */
    void begin() {
        observedAt = Instant.MIN;
        rootsLook = NEVER;
        refsLook = NEVER;
        firstRefsLook = NEVER;
        lookAfterMark.clear();
        batchIsCovered = false;
        lookedSinceBatch = false;
    }

    /** Notes the time at which an observation begins: right before {@code fdl.json} is read. */
    void observes(Instant time) {
        observedAt = time;
    }

    void looks(Call call, Moment now) {
        if (call.op() == Op.LIST_LEVEL && call.key().equals("versions/")) {
            rootsLook = now;
            lookedSinceBatch = true;
        } else if (call.op() == Op.LIST && call.key().equals("refs/")) {
            refsLook = now;
            firstRefsLook = firstRefsLook == NEVER ? now : firstRefsLook;
            lookAfterMark.replaceAll((version, at) -> at < 0 ? now.at() : at);
        }
    }

    /** Notes that a batch begins: it is covered by a look made for it, or by one that is still valid. */
    void intends(Instant time, Duration valid) {
        boolean stillValid =
                rootsLook != NEVER && !time.isAfter(rootsLook.time().plus(valid));
        batchIsCovered = lookedSinceBatch || stillValid;
        lookedSinceBatch = false;
    }

    /** Notes that the keeper put a mark. */
    void marks(String version) {
        lookAfterMark.put(version, -1L);
    }

    /** Tells whether refs were read since this run put its mark on a version, or at all where another run put it. */
    boolean readRefsFor(VersionTruth version) {
        return lookAfterMark.getOrDefault(version.id, refsLook.at()) >= 0;
    }

    /** Returns when refs were read for a version: after its mark where this run put it, else when the run observed them. */
    long protectionLook(VersionTruth version) {
        return lookAfterMark.getOrDefault(version.id, firstRefsLook.at());
    }

    Instant observedAt() {
        return observedAt;
    }

    Moment refsLook() {
        return refsLook;
    }

    /** Describes a deletion of this moment by the look that came before it. */
    Deletion deletion(long at) {
        return new Deletion(at, rootsLook.at(), rootsLook.time(), rootsLook != NEVER && batchIsCovered);
    }
}
