package io.fdlkeeper.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Tells of each call to a store whose adapter sends no requests, such as a folder. */
public final class MeteredStore {

    private final StoreRequests requests;

    private MeteredStore(StoreRequests requests) {
        this.requests = requests;
    }

    /** Returns the same store with its calls told. */
    public static ObjectStore of(ObjectStore store, StoreRequests requests) {
        MeteredStore metered = new MeteredStore(requests);
        return new ObjectStore(
                store.location(),
                metered.lister(store.lister()),
                metered.reader(store.reader()),
                metered.writer(store.writer()),
                metered.deleter(store.deleter()),
                store.clock(),
                store.hidden(),
                store.conformance());
    }

    private ObjectLister lister(ObjectLister lister) {
        return new ObjectLister() {
            @Override
            public void list(String prefix, ListingSink sink) {
                told("List", () -> {
                    lister.list(prefix, sink);
                    return StoreRequests.OK;
                });
            }

            @Override
            public Level listLevel(String prefix) {
                return told("ListLevel", () -> lister.listLevel(prefix));
            }
        };
    }

    private ObjectReader reader(ObjectReader reader) {
        return new ObjectReader() {
            @Override
            public Optional<ListedObject> head(ObjectKey key) {
                return told("Head", () -> reader.head(key), MeteredStore::presence);
            }

            @Override
            public Optional<StoredContent> read(ObjectKey key, int limit) {
                return told("Read", () -> reader.read(key, limit), MeteredStore::presence);
            }

            @Override
            public Optional<LocalFile> open(ObjectKey key) {
                return told("Open", () -> reader.open(key), MeteredStore::presence);
            }

            @Override
            public Optional<byte[]> range(ListedObject object, long from, int length) {
                return told("Range", () -> reader.range(object, from, length), MeteredStore::presence);
            }

            @Override
            public Optional<ObjectKey> listedAs(ObjectKey key) {
                return reader.listedAs(key);
            }
        };
    }

    private ObjectWriter writer(ObjectWriter writer) {
        return new ObjectWriter() {
            @Override
            public WriteAnswer createOnce(ObjectKey key, byte[] content) {
                return told("CreateOnce", () -> writer.createOnce(key, content), MeteredStore::written);
            }

            @Override
            public WriteAnswer replace(ObjectKey key, byte[] content, ETag expected) {
                return told("Replace", () -> writer.replace(key, content, expected), MeteredStore::written);
            }
        };
    }

    private ObjectDeleter deleter(ObjectDeleter deleter) {
        return new ObjectDeleter() {
            @Override
            public List<DeleteAnswer> deleteIfUnchanged(List<DeleteRequest> keys, GoAhead goAhead) {
                return told("Delete", () -> deleter.deleteIfUnchanged(keys, goAhead), MeteredStore::worst);
            }

            @Override
            public List<String> remarks() {
                return deleter.remarks();
            }

            @Override
            public DeleteAnswer removeEmptyFolder(String folder) {
                return told("RemoveFolder", () -> deleter.removeEmptyFolder(folder), answer -> worst(List.of(answer)));
            }
        };
    }

    private <T> T told(String operation, Supplier<T> call) {
        return told(operation, call, answer -> StoreRequests.OK);
    }

    private <T> T told(String operation, Supplier<T> call, Function<T, String> code) {
        long began = System.nanoTime();
        String outcome = StoreRequests.NO_ANSWER;
        try {
            T answer = call.get();
            outcome = code.apply(answer);
            return answer;
        } finally {
            requests.answered(operation, outcome, Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private static String presence(Optional<?> found) {
        return found.isPresent() ? StoreRequests.OK : "NotFound";
    }

    private static String written(WriteAnswer answer) {
        if (answer instanceof WriteAnswer.Written) {
            return StoreRequests.OK;
        }
        return answer instanceof WriteAnswer.Refused ? "AccessDenied" : "PreconditionFailed";
    }

    private static String worst(List<DeleteAnswer> answers) {
        if (answers.stream().anyMatch(answer -> answer.status() == DeleteStatus.FAILED)) {
            return StoreRequests.NO_ANSWER;
        }
        return answers.stream().anyMatch(answer -> answer.status() == DeleteStatus.REFUSED)
                ? "AccessDenied"
                : StoreRequests.OK;
    }
}
