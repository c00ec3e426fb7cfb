package io.fdlkeeper.histories;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.GoAhead;
import io.fdlkeeper.store.Level;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingSink;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectDeleter;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectLister;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.ObjectWriter;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.WriteAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The store as a keeper with one mistake would use it; sees everything as it is where nothing is overridden. */
class Lens implements ObjectLister, ObjectReader, ObjectWriter, ObjectDeleter {

    final ObjectStore store;

    Lens(ObjectStore store) {
        this.store = store;
    }

    final ObjectStore ports() {
        return new ObjectStore(
                store.location(), this, this, this, this, store.clock(), store.hidden(), store.conformance());
    }

    final List<ListedObject> listed(String prefix) {
        List<ListedObject> objects = new ArrayList<>();
        store.lister().list(prefix, objects::add);
        return objects;
    }

    @Override
    public void list(String prefix, ListingSink sink) {
        store.lister().list(prefix, sink);
    }

    @Override
    public Level listLevel(String prefix) {
        return store.lister().listLevel(prefix);
    }

    @Override
    public Optional<ListedObject> head(ObjectKey key) {
        return store.reader().head(key);
    }

    @Override
    public Optional<StoredContent> read(ObjectKey key, int limit) {
        return store.reader().read(key, limit);
    }

    @Override
    public Optional<LocalFile> open(ObjectKey key) {
        return store.reader().open(key);
    }

    @Override
    public Optional<byte[]> range(ListedObject object, long from, int length) {
        return store.reader().range(object, from, length);
    }

    @Override
    public Optional<ObjectKey> listedAs(ObjectKey key) {
        return store.reader().listedAs(key);
    }

    @Override
    public WriteAnswer createOnce(ObjectKey key, byte[] content) {
        return store.writer().createOnce(key, content);
    }

    @Override
    public WriteAnswer replace(ObjectKey key, byte[] content, ETag expected) {
        return store.writer().replace(key, content, expected);
    }

    @Override
    public List<DeleteAnswer> deleteIfUnchanged(List<DeleteRequest> requests, GoAhead goAhead) {
        return store.deleter().deleteIfUnchanged(requests, goAhead);
    }

    @Override
    public DeleteAnswer removeEmptyFolder(String folder) {
        return store.deleter().removeEmptyFolder(folder);
    }

    /** A lens that sees no key of some kind, neither in listings nor directly nor in the index of refs. */
    static final class Blind extends Lens {

        private final Predicate<String> unseen;

        Blind(ObjectStore store, Predicate<String> unseen) {
            super(store);
            this.unseen = unseen;
        }

        @Override
        public void list(String prefix, ListingSink sink) {
            super.list(prefix, object -> {
                if (!unseen.test(object.key().text())) {
                    sink.object(object);
                }
            });
        }

        @Override
        public Optional<ListedObject> head(ObjectKey key) {
            return unseen.test(key.text()) ? Optional.empty() : super.head(key);
        }

        @Override
        public Optional<StoredContent> read(ObjectKey key, int limit) {
            return unseen.test(key.text()) ? Optional.empty() : super.read(key, limit);
        }
    }
}
