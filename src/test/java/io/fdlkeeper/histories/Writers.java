package io.fdlkeeper.histories;

import io.fdlkeeper.histories.Truth.Who;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everybody who writes to the repository beside the keeper, one step at a time. */
final class Writers {

    private static final List<String> BRANCHES =
            List.of(Lake.HEAD_BRANCH, Lake.HEAD_BRANCH, "refs/heads/dev", "refs/heads/a/b");
    private static final int MOST_AT_ONCE = 4;

    private final Lake lake;
    private final Chance chance;
    private final List<Work> underWay = new ArrayList<>();
    private Optional<Work> slow = Optional.empty();
    private int names;

    Writers(Lake lake) {
        this.lake = lake;
        this.chance = lake.chance;
    }

    /** Does one step of somebody. */
    void step() {
        List<Work> awake = underWay.stream()
                .filter(work -> !(work instanceof CommitWork commit && commit.isWaiting()))
                .toList();
        if (!awake.isEmpty() && (awake.size() >= MOST_AT_ONCE || chance.happens(0.75))) {
            Work work = chance.oneOf(awake);
            if (!work.step()) {
                underWay.remove(work);
            }
        } else {
            begin().ifPresent(underWay::add);
        }
    }

    /** Lets everybody stop where they are. */
    void stopAll() {
        underWay.clear();
        lake.repair();
        lake.clear();
        lake.writeIndex();
    }

    /** Lets somebody look at a version and be slow to let a ref name it. */
    void lookSlowlyAt(String id) {
        lake.commit(id)
                .filter(lake::isReadable)
                .ifPresent(target -> slow = Optional.of(new RefWork(lake, "refs/tags/slow" + names++, target, true)));
    }

    /** Lets whoever looked slowly write the ref now. */
    void actOnSlowLook() {
        slow.ifPresent(Work::step);
        slow = Optional.empty();
    }

    private Optional<Work> begin() {
        int kind = chance.below(100);
        if (kind < 45) {
            return Optional.of(new CommitWork(lake, chance.oneOf(BRANCHES)));
        }
        if (kind < 75) {
            return refs(kind);
        }
        if (kind < 83) {
            return pick().filter(target -> !target.parent().isEmpty() || chance.happens(0.2))
                    .map(target -> new OtherKeeperWork(lake, target));
        }
        if (kind < 87) {
            pick().ifPresent(this::withdraw);
        } else if (kind < 92) {
            leaveSomething();
        } else if (kind < 95) {
            lake.repair();
        } else {
            lake.writeIndex();
        }
        return Optional.empty();
    }

    private Optional<Work> refs(int kind) {
        if (kind < 53) {
            return pick().map(target -> new RefWork(lake, "refs/tags/v" + names++, target));
        }
        if (kind < 57) {
            return pick().map(target -> new RefWork(lake, "refs/requests/r" + chance.below(4), target));
        }
        if (kind < 63) { // An old push is taken in, or a branch is moved back by order.
            return pick().map(target -> new RefWork(lake, chance.oneOf(BRANCHES), target));
        }
        if (kind < 66) {
            return pick().map(target -> new RefWork(lake, "refs/heads/new" + names++, target));
        }
        List<String> deletable = lake.truth.refs().keySet().stream()
                .filter(name -> !name.equals(Lake.HEAD_BRANCH))
                .toList();
        if (!deletable.isEmpty()) {
            lake.deleteRef(chance.oneOf(deletable));
        }
        return Optional.empty();
    }

    private Optional<Commit> pick() {
        List<Commit> readable = lake.readable();
        return readable.isEmpty() ? Optional.empty() : Optional.of(chance.oneOf(readable));
    }

    /** Withdraws a version no ref names, and at once the files that only it ever named. */
    private void withdraw(Commit target) {
        if (lake.truth.refs().containsValue(target.id()) || chance.happens(0.5)) {
            return;
        }
        lake.put(
                target.folder() + "expired.json",
                "{\"expired_at\":\"" + lake.now() + "\",\"reason\":\"withdrawn\"}",
                Who.OTHER_KEEPER);
        if (chance.happens(0.8)) {
            lake.remove(target.mainKey(), Who.OTHER_KEEPER);
            lake.remove(target.extraKey(), Who.OTHER_KEEPER);
        }
        if (underWay.stream().anyMatch(CommitWork.class::isInstance)) {
            return; // Somebody may be about to name one of its files again.
        }
        target.names().stream()
                .filter(name -> lake.truth.isNamedOnlyBy(name, target.id()))
                .forEach(name -> lake.remove(name, Who.WRITER));
    }

    private void leaveSomething() {
        switch (chance.below(8)) {
            case 0 -> lake.put("data/elsewhere/" + chance.below(3) + ".parquet", "whose is it", Who.WRITER);
            case 1 -> lake.put("data/main/t/notes" + chance.below(3) + ".txt", "not a data file", Who.WRITER);
            case 2 -> lake.put("notes.txt", "not of the format", Who.WRITER);
            default -> lake.put(lake.newFile(""), "of a writer that gave up", Who.WRITER);
        }
    }
}
