package io.fdlkeeper.histories;

import java.util.List;
import java.util.SplittableRandom;

/** Chance that can be had again from the same seed. */
final class Chance {

    private final SplittableRandom random;

    Chance(long seed) {
        random = new SplittableRandom(seed);
    }

    private Chance(SplittableRandom random) {
        this.random = random;
    }

    /** Splits off chance of its own, so that what one part draws does not move what another draws. */
    Chance split() {
        return new Chance(random.split());
    }

    boolean happens(double probability) {
        return random.nextDouble() < probability;
    }

    /** Draws from 0 to below. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Draws between two numbers, both included. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    long bits() {
        return random.nextLong();
    }
}
