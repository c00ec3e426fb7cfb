package io.fdlkeeper.fakes;

import io.fdlkeeper.repository.DocumentCache;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

final class InMemoryDocuments implements DocumentCache {

    private record Content(ObjectKey key, ETag etag, long bytes) {
        static Content of(ListedObject object) {
            return new Content(object.key(), object.etag(), object.bytes());
        }
    }

    private final Map<Content, String> texts;

    InMemoryDocuments() {
        texts = new HashMap<>();
    }

    InMemoryDocuments(InMemoryDocuments other) {
        texts = new HashMap<>(other.texts);
    }

    @Override
    public Optional<String> find(ListedObject object) {
        return Optional.ofNullable(texts.get(Content.of(object)));
    }

    @Override
    public void keep(ListedObject object, String text) {
        texts.put(Content.of(object), text);
    }
}
