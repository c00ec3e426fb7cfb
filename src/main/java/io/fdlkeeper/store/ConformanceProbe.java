package io.fdlkeeper.store;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;

/** Finds out which promises a store keeps, by objects of its own whose keys begin with {@value #PREFIX}. */
public interface ConformanceProbe {

    /** What the keys of all probe objects begin with; nothing else of ours is ever at the root of a repository. */
    String PREFIX = ".fdl-keeper-probe-";

    /** A store whose promises follow from how its adapter is made: nothing has to be tried. */
    ConformanceProbe BY_CONSTRUCTION = new ConformanceProbe() {
        @Override
        public String store() {
            return "";
        }

        @Override
        public String version() {
            return "";
        }

        @Override
        public Conformance probe(String run) {
            return new Conformance("", "", Instant.EPOCH, EnumSet.allOf(Promise.class), List.of());
        }

        @Override
        public void goBy(Conformance seen) {}
    };

    /** Returns which store is asked: its address, and nothing of the repository. */
    String store();

    /** Returns which version of the keeper asks: another one may ask more. */
    String version();

    /**
     * Tries every promise, and removes what it wrote.
     *
     * @param run names the objects
     * @throws StoreException when the store does not answer, or lets nothing be written
     */
    Conformance probe(String run);

    /** Deletes from now on with the strongest condition among the promises seen kept. */
    void goBy(Conformance seen);
}
