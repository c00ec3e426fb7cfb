package io.fdlkeeper.histories;

import io.fdlkeeper.histories.Truth.Who;

/**
 * Another keeper takes a version out of retention by the same order of steps; now and then it dies.
 *
 * <p>It takes away only catalogs that ours has read: which old files a version named that came and went between two looks, nobody can
 * know afterwards.
 */
final class OtherKeeperWork implements Work {

    private final Lake lake;
    private final Commit target;
    private boolean marked;

    OtherKeeperWork(Lake lake, Commit target) {
        this.lake = lake;
        this.target = target;
    }

    private String markKey() {
        return target.folder() + "expired.json";
    }

    private boolean isNamedByRef() {
        return lake.truth.refs().containsValue(target.id());
    }

    @Override
    public boolean step() {
        if (!marked) {
            if (isNamedByRef() || !lake.isReadable(target)) {
                return false;
            }
            marked = true;
            lake.put(markKey(), "{\"expired_at\":\"" + lake.now() + "\",\"reason\":\"retention\"}", Who.OTHER_KEEPER);
            if (lake.chance.happens(
                    0.15)) { // Somebody looked before the mark and wrote after it; then this keeper dies.
                lake.setRef("refs/tags/late-" + target.id(), target.id());
                return false;
            }
            return !lake.chance.happens(0.2);
        }
        if (isNamedByRef()) {
            if (lake.store.exists(target.mainKey())) {
                lake.remove(markKey(), Who.OTHER_KEEPER);
            }
            return false;
        }
        if (lake.store.exists(markKey()) && lake.truth.isKnownToKeeper(target.id())) {
            lake.remove(target.mainKey(), Who.OTHER_KEEPER);
            lake.remove(target.extraKey(), Who.OTHER_KEEPER);
        }
        return false;
    }
}
