package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.Promise;
import java.util.Optional;
import java.util.Set;

/** Tries conditional writes one after the other and against each other. */
final class WriteTrial {

    private static final int RACERS = 8;
    private static final int ROUNDS = 5;

    private final ProbeObjects objects;
    private final String prefix;

    WriteTrial(ProbeObjects objects, String prefix) {
        this.objects = objects;
        this.prefix = prefix;
    }

    void run(Set<Promise> kept) {
        if (createsOnce() && oneCreatorWins()) {
            kept.add(Promise.CREATE_ONCE);
        }
        if (replacesOnlyTheSame() && oneReplacementWins()) {
            kept.add(Promise.REPLACE_IF_UNCHANGED);
        }
    }

    private boolean createsOnce() {
        var key = new ObjectKey(prefix + "create");
        return objects.create(key, "first").isPresent()
                && objects.create(key, "second").isEmpty()
                && objects.read(key).filter("first"::equals).isPresent();
    }

    private boolean oneCreatorWins() {
        for (int round = 0; round < ROUNDS; round++) {
            var key = new ObjectKey(prefix + "race-" + round);
            if (!isOneWinner(key, objects.race(RACERS, racer -> objects.create(key, "creator " + racer)), "creator ")) {
                return false;
            }
        }
        return true;
    }

    private boolean isOneWinner(ObjectKey key, java.util.List<Optional<ETag>> answers, String word) {
        int winner = -1;
        for (int racer = 0; racer < answers.size(); racer++) {
            if (answers.get(racer).isPresent()) {
                if (winner >= 0) {
                    return false;
                }
                winner = racer;
            }
        }
        var expected = word + winner;
        return winner >= 0 && objects.read(key).filter(expected::equals).isPresent();
    }

    private boolean replacesOnlyTheSame() {
        var key = new ObjectKey(prefix + "replace");
        var first = objects.put(key, "first");
        var second = objects.put(key, "second");
        return first.isPresent()
                && second.isPresent()
                && objects.replace(key, "third", first.get()).isEmpty()
                && objects.read(key).filter("second"::equals).isPresent()
                && objects.replace(key, "fourth", second.get()).isPresent();
    }

    private boolean oneReplacementWins() {
        for (int round = 0; round < ROUNDS; round++) {
            var key = new ObjectKey(prefix + "exchange-" + round);
            var base = objects.put(key, "base");
            if (base.isEmpty()
                    || !isOneWinner(
                            key,
                            objects.race(RACERS, racer -> objects.replace(key, "writer " + racer, base.get())),
                            "writer ")) {
                return false;
            }
        }
        return true;
    }
}
