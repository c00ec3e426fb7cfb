package io.fdlkeeper.histories;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.GoAhead;
import io.fdlkeeper.store.Level;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingSink;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.WriteAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Ways to use a store wrongly, each for one run. */
final class Lenses {

    private Lenses() {}

    /** Lists versions and refs before the data, and takes for known whatever comes while the data is listed. */
    static final class RootsFirst extends Lens {

        private final Map<String, List<ListedObject>> early = new HashMap<>();
        private final Set<String> between = new HashSet<>();
        private boolean observed;

        RootsFirst(ObjectStore store) {
            super(store);
        }

        @Override
        public void list(String prefix, ListingSink sink) {
            if (prefix.equals("data/") && !observed) {
                observed = true;
                early.put("versions/", listed("versions/"));
                early.put("refs/", listed("refs/"));
                super.list(prefix, sink);
                between.addAll(store.lister().listLevel("versions/").folders());
            } else if (early.containsKey(prefix)) {
                early.remove(prefix).forEach(sink::object);
            } else {
                super.list(prefix, sink);
            }
        }

        @Override
        public Level listLevel(String prefix) {
            Level level = super.listLevel(prefix);
            return prefix.equals("versions/")
                    ? new Level(
                            level.folders().stream()
                                    .filter(id -> !between.contains(id))
                                    .toList(),
                            level.objects())
                    : level;
        }
    }

    /** Believes its first look at refs and versions for the whole run. */
    static final class OneLook extends Lens {

        private final Map<String, List<ListedObject>> refs = new HashMap<>();
        private final Map<String, Level> levels = new HashMap<>();
        private final Set<String> versions = new HashSet<>();

        OneLook(ObjectStore store) {
            super(store);
        }

        @Override
        public void list(String prefix, ListingSink sink) {
            if (prefix.equals("refs/")) {
                refs.computeIfAbsent(prefix, this::listed).forEach(sink::object);
                return;
            }
            super.list(prefix, object -> {
                if (prefix.equals("versions/")) {
                    versions.add(object.key().text().split("/", -1)[1]);
                }
                sink.object(object);
            });
        }

        @Override
        public Level listLevel(String prefix) {
            if (!prefix.equals("versions/")) {
                return super.listLevel(prefix);
            }
            return levels.computeIfAbsent(
                    prefix, level -> new Level(versions.stream().sorted().toList(), List.of()));
        }
    }

    /** Does not read refs again once a mark is put. */
    static final class RefsOnceMarked extends Lens {

        private final Map<String, List<ListedObject>> refs = new HashMap<>();
        private boolean marked;

        RefsOnceMarked(ObjectStore store) {
            super(store);
        }

        @Override
        public void list(String prefix, ListingSink sink) {
            if (!prefix.equals("refs/")) {
                super.list(prefix, sink);
                return;
            }
            if (!marked) {
                refs.put(prefix, listed(prefix));
            }
            refs.getOrDefault(prefix, List.of()).forEach(sink::object);
        }

        @Override
        public WriteAnswer createOnce(ObjectKey key, byte[] content) {
            WriteAnswer answer = super.createOnce(key, content);
            marked |= key.text().endsWith("/expired.json");
            return answer;
        }
    }

    /** Deletes catalogs first and puts the mark after. */
    static final class CatalogFirst extends Lens {

        CatalogFirst(ObjectStore store) {
            super(store);
        }

        @Override
        public WriteAnswer createOnce(ObjectKey key, byte[] content) {
            if (key.text().endsWith("/expired.json")) {
                String folder = key.text().substring(0, key.text().lastIndexOf('/') + 1);
                List<DeleteRequest> catalogs = listed(folder).stream()
                        .filter(object -> object.key().text().endsWith(".duckdb")
                                || object.key().text().endsWith(".db"))
                        .map(object -> new DeleteRequest(object.key(), object.etag()))
                        .toList();
                super.deleteIfUnchanged(catalogs, () -> true);
            }
            return super.createOnce(key, content);
        }
    }

    /** Deletes whatever stands under a key, by the tag it has at that moment. */
    static final class AnyContent extends Lens {

        AnyContent(ObjectStore store) {
            super(store);
        }

        @Override
        public List<DeleteAnswer> deleteIfUnchanged(List<DeleteRequest> requests, GoAhead goAhead) {
            List<DeleteAnswer> answers = new ArrayList<>();
            for (DeleteRequest request : requests) {
                var there = store.reader()
                        .head(request.key())
                        .map(ListedObject::etag)
                        .orElse(request.etag());
                answers.addAll(super.deleteIfUnchanged(List.of(new DeleteRequest(request.key(), there)), goAhead));
            }
            return answers;
        }
    }

    /** Takes a folder without a record for nothing. */
    static final class FinishedOnly extends Lens {

        FinishedOnly(ObjectStore store) {
            super(store);
        }

        private Predicate<String> finished(List<ListedObject> objects) {
            Set<String> folders = new HashSet<>();
            objects.stream()
                    .map(object -> object.key().text())
                    .filter(key -> key.endsWith("/version.json"))
                    .forEach(key -> folders.add(key.split("/", -1)[1]));
            return key -> folders.contains(key.split("/", -1)[1]);
        }

        @Override
        public void list(String prefix, ListingSink sink) {
            if (!prefix.startsWith("versions/")) {
                super.list(prefix, sink);
                return;
            }
            List<ListedObject> objects = listed(prefix);
            Predicate<String> finished = finished(objects);
            objects.stream()
                    .filter(object -> finished.test(object.key().text()))
                    .forEach(sink::object);
        }
    }

    /** Does not look for parents that the listing lacks: a record seems to have none but listed ones. */
    static final class NoParentLook extends Lens {

        private final Set<String> listed = new HashSet<>();

        NoParentLook(ObjectStore store) {
            super(store);
        }

        @Override
        public void list(String prefix, ListingSink sink) {
            super.list(prefix, object -> {
                if (prefix.startsWith("versions/")) {
                    listed.add(object.key().text().split("/", -1)[1]);
                }
                sink.object(object);
            });
        }

        @Override
        public Optional<StoredContent> read(ObjectKey key, int limit) {
            Optional<StoredContent> content = super.read(key, limit);
            return key.text().endsWith("/version.json") ? content.map(this::withoutUnlistedParents) : content;
        }

        private StoredContent withoutUnlistedParents(StoredContent content) {
            String text = content.text();
            int begin = text.indexOf("\"parents\":[") + "\"parents\":[".length();
            int end = text.indexOf(']', begin);
            String parent = text.substring(begin, end).replace("\"", "");
            String seen =
                    parent.isEmpty() || listed.contains(parent) ? text : text.substring(0, begin) + text.substring(end);
            return new StoredContent(content.object(), seen.getBytes(StandardCharsets.UTF_8));
        }
    }
}
