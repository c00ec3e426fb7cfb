package io.fdlkeeper.repository;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredContent;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Reads {@code refs/} directly, never from the index. */
final class RefFolder {

    static final String PREFIX = "refs/";
    private static final int LIMIT = 4096;

    private final ObjectStore store;
    private final Findings findings;
    private final TreeMap<RefName, Ref> refs = new TreeMap<>();

    RefFolder(ObjectStore store, Findings findings) {
        this.store = store;
        this.findings = findings;
    }

    void readAll() {
        store.lister().list(PREFIX, object -> read(object.key()));
    }

    List<Ref> refs() {
        return List.copyOf(refs.values());
    }

    boolean has(RefName name) {
        return refs.containsKey(name);
    }

    /** Reads one ref; a ref that is gone by now is no ref. */
    Optional<Ref> read(ObjectKey key) {
        if (key.text().endsWith("/")) {
            findings.foreign(key.text());
            return Optional.empty();
        }
        Optional<StoredContent> content = store.reader().read(key, LIMIT);
        if (content.isEmpty()) {
            return Optional.empty();
        }
        ListedObject object = content.get().object();
        try {
            Ref ref = new Ref(
                    new RefName(key.text()), Documents.ref(content.get().text()), object.etag(), object.lastModified());
            refs.put(ref.name(), ref);
            return Optional.of(ref);
        } catch (MalformedDocumentException e) {
            if (key.lastSegment().startsWith(".")) {
                findings.foreign(key.text());
            } else {
                findings.refuse(
                        Guard.REF_UNREADABLE,
                        key.text(),
                        "the ref cannot be read: " + e.getMessage() + "; write one version id into it, or remove it");
            }
            return Optional.empty();
        }
    }
}
