package io.fdlkeeper.store.fake;

import io.fdlkeeper.store.ByteRange;
import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ForeignEntry;
import io.fdlkeeper.store.GoAhead;
import io.fdlkeeper.store.Level;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ListingSink;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectDeleter;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectLister;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.ObjectWriter;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.WriteAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The ports over a {@link FakeStore}; one lock stands for the store's own serialisation of writes to a key. */
final class FakePorts implements ObjectLister, ObjectReader, ObjectWriter, ObjectDeleter {

    private final FakeStore store;

    FakePorts(FakeStore store) {
        this.store = store;
    }

    @Override
    public synchronized void list(String prefix, ListingSink sink) {
        answer(Op.LIST, prefix, () -> {
            var objects = store.faults().rearrange(store.listed(prefix));
            int breaksAfter = store.faults().listingBreaksAfter().orElse(Integer.MAX_VALUE);
            for (int i = 0; i < Math.min(objects.size(), breaksAfter); i++) {
                hand(objects.get(i), sink);
            }
            requireUnbroken(prefix);
            return true;
        });
    }

    private static void hand(ListedObject object, ListingSink sink) {
        if (object.key().hasDotSegment()) {
            sink.foreign(new ForeignEntry(object.key().text(), "dot segment", Optional.empty()));
        } else {
            sink.object(object);
        }
    }

    private void requireUnbroken(String prefix) {
        if (store.faults().listingBreaksAfter().isPresent()) {
            throw new ListingIncompleteException(prefix, "The listing of '" + prefix + "' broke off; run again.", null);
        }
    }

    @Override
    public synchronized Level listLevel(String prefix) {
        return answer(Op.LIST_LEVEL, prefix, () -> {
            requireUnbroken(prefix);
            var folders = new TreeSet<String>(ObjectKey::compareUtf8);
            var objects = new ArrayList<ListedObject>();
            for (var object : store.faults().rearrange(store.listed(prefix))) {
                var rest = object.key().text().substring(prefix.length());
                int slash = rest.indexOf('/');
                if (object.key().hasDotSegment()) {
                    continue;
                }
                if (slash >= 0) {
                    folders.add(rest.substring(0, slash));
                } else {
                    objects.add(object);
                }
            }
            return new Level(List.copyOf(folders), objects);
        });
    }

    @Override
    public synchronized Optional<ListedObject> head(ObjectKey key) {
        return answer(Op.HEAD, key.text(), () -> addressed(key).map(StoredContent::object));
    }

    @Override
    public synchronized Optional<StoredContent> read(ObjectKey key, int limit) {
        return answer(Op.READ, key.text(), () -> {
            var content = addressed(key);
            content.ifPresent(found -> {
                if (found.content().length > limit) {
                    throw new StoreException("The object " + key + " has " + found.content().length
                            + " bytes, more than the " + limit + " that such a document may have; look at it by hand.");
                }
            });
            return content.map(
                    found -> new StoredContent(found.object(), found.content().clone()));
        });
    }

    @Override
    public synchronized Optional<LocalFile> open(ObjectKey key) {
        return answer(Op.OPEN, key.text(), () -> addressed(key).map(FakePorts::copy));
    }

    @Override
    public synchronized Optional<byte[]> range(ListedObject object, long from, int length) {
        var range = new ByteRange(from, length, object.bytes());
        return answer(
                Op.RANGE,
                object.key().text(),
                () -> addressed(object.key())
                        .filter(found -> found.object().etag().equals(object.etag()))
                        .map(found -> part(found, range)));
    }

    static byte[] part(StoredContent content, ByteRange range) {
        return Arrays.copyOfRange(content.content(), (int) range.from(), (int) range.last() + 1);
    }

    static LocalFile copy(StoredContent content) {
        try {
            var path = Files.createTempFile("fake-store-", ".bin");
            Files.write(path, content.content());
            return new Copy(path, content.object());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Copy(Path path, ListedObject object) implements LocalFile {
        @Override
        public void close() {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public synchronized Optional<ObjectKey> listedAs(ObjectKey key) {
        return answer(
                Op.LISTED_AS,
                key.text(),
                () -> addressed(key).map(found -> found.object().key()));
    }

    @Override
    public synchronized WriteAnswer createOnce(ObjectKey key, byte[] content) {
        return answer(
                Op.CREATE,
                key.text(),
                () -> write(key, content, store.current(key).isEmpty()));
    }

    @Override
    public synchronized WriteAnswer replace(ObjectKey key, byte[] content, ETag expected) {
        return answer(
                Op.REPLACE,
                key.text(),
                () -> write(
                        key,
                        content,
                        store.current(key)
                                .filter(found -> found.object().etag().equals(expected))
                                .isPresent()));
    }

    private WriteAnswer write(ObjectKey key, byte[] content, boolean conditionHolds) {
        if (key.hasDotSegment()) {
            return new WriteAnswer.Refused("a key with a dot segment is never addressed");
        }
        if (store.faults().refusesWrite(key)) {
            return new WriteAnswer.Refused("the store does not allow writing " + key);
        }
        return conditionHolds || store.faults().conditionsIgnored()
                ? new WriteAnswer.Written(store.put(key, content))
                : new WriteAnswer.ConditionFailed();
    }

    @Override
    public synchronized List<DeleteAnswer> deleteIfUnchanged(List<DeleteRequest> requests, GoAhead goAhead) {
        return requests.stream()
                .map(request -> goAhead.stillHolds()
                        ? delete(request)
                        : new DeleteAnswer(request.key(), DeleteStatus.NOT_ASKED, ""))
                .toList();
    }

    private DeleteAnswer delete(DeleteRequest request) {
        try {
            return answer(Op.DELETE, request.key().text(), () -> deleteNow(request));
        } catch (FakeFailure e) {
            return new DeleteAnswer(request.key(), DeleteStatus.FAILED, e.sentence());
        }
    }

    private DeleteAnswer deleteNow(DeleteRequest request) {
        var key = request.key();
        if (key.hasDotSegment()) {
            return new DeleteAnswer(key, DeleteStatus.REFUSED, "a key with a dot segment is never addressed");
        }
        if (store.faults().refusesDelete(key)) {
            return new DeleteAnswer(key, DeleteStatus.REFUSED, "the store does not allow deleting " + key);
        }
        var found = store.current(key);
        if (found.isEmpty()) {
            return new DeleteAnswer(key, DeleteStatus.ALREADY_ABSENT, "");
        }
        if (!found.get().object().etag().equals(request.etag())
                && !store.faults().conditionsIgnored()) {
            return new DeleteAnswer(key, DeleteStatus.CHANGED, "");
        }
        store.remove(key);
        return new DeleteAnswer(key, DeleteStatus.DELETED, "");
    }

    @Override
    public synchronized DeleteAnswer removeEmptyFolder(String folder) {
        return answer(
                Op.REMOVE_FOLDER,
                folder,
                () -> new DeleteAnswer(
                        new ObjectKey(folder), DeleteStatus.ALREADY_ABSENT, "this store has no folders"));
    }

    private Optional<StoredContent> addressed(ObjectKey key) {
        return key.hasDotSegment() ? Optional.empty() : store.current(key);
    }

    private <T> T answer(Op op, String key, Supplier<T> effect) {
        return store.answer(op, key, effect);
    }
}
