package io.fdlkeeper.catalog.duckdb;

import java.util.BitSet;
import java.util.List;

/**
 * The numbers of the names one catalog holds, as the {@link NameTable} of this run numbers them.
 *
 * @param current   named by a data or delete row that no snapshot has ended
 * @param ended     named by a data or delete row held by history only
 * @param scheduled named by a row that schedules a file for deletion
 */
record CatalogNames(BitSet current, BitSet ended, BitSet scheduled) {

    CatalogNames() {
        this(new BitSet(), new BitSet(), new BitSet());
    }

    /** Returns the numbers for one of the kinds of {@link LakeQuery}. */
    BitSet ofKind(int kind) {
        return switch (kind) {
            case LakeQuery.CURRENT -> current;
            case LakeQuery.ENDED -> ended;
            default -> scheduled;
        };
    }

    /** Sets a number for several kinds, each a bit by its number. */
    void set(int name, int kinds) {
        for (int kind = LakeQuery.SCHEDULED; kind <= LakeQuery.CURRENT; kind++) {
            if ((kinds & 1 << kind) != 0) {
                ofKind(kind).set(name);
            }
        }
    }

    /** Tells whether any number from the first (inclusive) to the second (exclusive) is among them. */
    boolean anyIn(int from, int to) {
        for (var bits : List.of(current, ended, scheduled)) {
            int first = bits.nextSetBit(from);
            if (first >= 0 && first < to) {
                return true;
            }
        }
        return false;
    }

    boolean references(int name) {
        return current.get(name) || ended.get(name);
    }
}
