package io.fdlkeeper.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All versions and delete markers of one key, in no order that may be relied on. */
public record KeyVersions(ObjectKey key, List<StoredVersion> all) {

    public KeyVersions {
        all = List.copyOf(all);
    }

    /** Looks at one key. */
    public static KeyVersions of(ObjectVersions versions, ObjectKey key) {
        List<StoredVersion> found = new ArrayList<>();
        versions.list(key.text(), version -> {
            if (version.key().equals(key)) {
                found.add(version);
            }
        });
        return new KeyVersions(key, found);
    }

    /** Hands over every key under a prefix with all its versions. */
    public static void forEach(ObjectVersions versions, String prefix, Consumer<KeyVersions> consumer) {
        Grouping grouping = new Grouping(consumer);
        versions.list(prefix, grouping::version);
        grouping.end();
    }

    /** Returns what readers meet: a content, or a delete marker. */
    public Optional<StoredVersion> current() {
        return all.stream().filter(StoredVersion::current).findFirst();
    }

    /** Tells whether a delete marker hides the key from readers. */
    public boolean isHidden() {
        return current().filter(StoredVersion::deleteMarker).isPresent();
    }

    public List<StoredVersion> contents() {
        return all.stream().filter(version -> !version.deleteMarker()).toList();
    }

    public List<StoredVersion> markers() {
        return all.stream().filter(StoredVersion::deleteMarker).toList();
    }

    /** Returns the newest content; several where their times do not tell which came last. */
    public List<StoredVersion> newestContents() {
        Instant newest = contents().stream()
                .map(StoredVersion::lastModified)
                .max(Instant::compareTo)
                .orElse(Instant.MIN);
        return contents().stream()
                .filter(version -> version.lastModified().equals(newest))
                .toList();
    }

    /**
     * Returns the delete markers that hide a content of this time: the one that readers meet, whatever time it tells (some stores
     * give a marker the time of what it hides), and those put at that moment or after.
     */
    public List<StoredVersion> markersOver(Instant moment) {
        return markers().stream()
                .filter(marker -> marker.current() || !marker.lastModified().isBefore(moment))
                .toList();
    }

    /** Puts together what comes of one key, since its versions come together. */
    private static final class Grouping {

        private final Consumer<KeyVersions> consumer;
        private final List<StoredVersion> gathered = new ArrayList<>();
        private @Nullable ObjectKey key;

        Grouping(Consumer<KeyVersions> consumer) {
            this.consumer = consumer;
        }

        void version(StoredVersion version) {
            if (key != null && !version.key().equals(key)) {
                end();
            }
            key = version.key();
            gathered.add(version);
        }

        void end() {
            if (key != null) {
                consumer.accept(new KeyVersions(key, gathered));
            }
            key = null;
            gathered.clear();
        }
    }
}
