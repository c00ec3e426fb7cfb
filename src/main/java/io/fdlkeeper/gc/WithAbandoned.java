package io.fdlkeeper.gc;

import io.fdlkeeper.store.ListedObject;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Joins a listing of the data folder with the objects of abandoned version folders, in key order. */
final class WithAbandoned implements Iterator<ListedObject> {

    private final Iterator<ListedObject> data;
    private final Iterator<ListedObject> abandoned;
    private @Nullable ListedObject nextData;
    private @Nullable ListedObject nextAbandoned;

    WithAbandoned(Iterator<ListedObject> data, List<ListedObject> abandoned) {
        this.data = data;
        this.abandoned = abandoned.iterator();
        nextData = take(this.data);
        nextAbandoned = take(this.abandoned);
    }

    @Override
    public boolean hasNext() {
        return nextData != null || nextAbandoned != null;
    }

    @Override
    public ListedObject next() {
        ListedObject first = nextData;
        ListedObject second = nextAbandoned;
        if (second != null && (first == null || second.key().compareTo(first.key()) < 0)) {
            nextAbandoned = take(abandoned);
            return second;
        }
        if (first == null) {
            throw new NoSuchElementException();
        }
        nextData = take(data);
        return first;
    }

    private static @Nullable ListedObject take(Iterator<ListedObject> source) {
        return source.hasNext() ? source.next() : null;
    }
}
