package io.fdlkeeper.repository;

import io.fdlkeeper.store.ListedObject;
import java.util.Optional;

/** Keeps small write-once documents by key and tag, so that a hundred thousand expired versions cost their listing only. */
public interface DocumentCache {

    DocumentCache NONE = new DocumentCache() {
        @Override
        public Optional<String> find(ListedObject object) {
            return Optional.empty();
        }

        @Override
        public void keep(ListedObject object, String text) {}
    };

    /** Returns the text of a document read earlier under the same key with the same tag and size. */
    Optional<String> find(ListedObject object);

    void keep(ListedObject object, String text);
}
