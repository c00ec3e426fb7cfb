package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.NameRole;
import java.util.BitSet;

/** What is known of each name, by its number. */
final class NameMarks {

    private final BitSet live = new BitSet();
    private final BitSet current = new BitSet();
    private final BitSet released = new BitSet();
    private final BitSet everNamed = new BitSet();

    void add(CatalogNames names, NameRole role) {
        everNamed.or(names.current());
        everNamed.or(names.ended());
        everNamed.or(names.scheduled());
        switch (role) {
            case LIVE -> {
                live.or(names.current());
                live.or(names.ended());
                current.or(names.current());
            }
            case RELEASED -> {
                released.or(names.current());
                released.or(names.ended());
            }
            case FORMER -> {
                // Only that it was named once.
            }
        }
    }

    boolean isLive(int name) {
        return live.get(name);
    }

    boolean isCurrent(int name) {
        return current.get(name);
    }

    boolean isReleased(int name) {
        return released.get(name);
    }

    boolean wasNamed(int name) {
        return everNamed.get(name);
    }
}
