package io.fdlkeeper.store.local;

import io.fdlkeeper.store.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds how names are really spelled where a file system opens a file under other spellings too.
 *
 * <p>Reading a folder to find a name would cost as much as listing it. So it is read only where another spelling of the name opens the
 * same file.
 */
final class Spelling {

    private final Folders folders;

    /** What a file system answers; tests answer as one that folds case does. */
    interface Folders {

        /** The identity of the entry that this path opens, links not followed; empty when there is none. */
        Optional<Object> identity(Path path) throws IOException;

        /** The names in a folder as they are stored. */
        List<String> names(Path folder) throws IOException;
    }

    Spelling(Folders folders) {
        this.folders = folders;
    }

    static Spelling onDisk() {
        return new Spelling(new Folders() {
            @Override
            public Optional<Object> identity(Path path) throws IOException {
                try {
                    var facts = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    return Optional.ofNullable(facts.fileKey());
                } catch (NoSuchFileException e) {
                    return Optional.empty();
                }
            }

            @Override
            public List<String> names(Path folder) throws IOException {
                var names = new ArrayList<String>();
                try (var entries = Files.newDirectoryStream(folder)) {
                    entries.forEach(entry -> names.add(entry.getFileName().toString()));
                }
                return names;
            }
        });
    }

    /**
     * Returns the path, below the root, as the folders on it spell their entries.
     *
     * @param real a path without links, below the root or the root itself
     */
    Path of(Path root, Path real) throws IOException {
        var spelled = root;
        for (var name : root.relativize(real)) {
            if (!name.toString().isEmpty()) {
                spelled = spelled.resolve(stored(spelled, name.toString()));
            }
        }
        return spelled;
    }

    private String stored(Path folder, String name) throws IOException {
        var identity = folders.identity(folder.resolve(name));
        if (identity.isEmpty() || !opensUnderAnotherSpelling(folder, name, identity.get())) {
            return name;
        }
        var names = folders.names(folder);
        if (names.contains(name)) {
            return name;
        }
        names.sort(ObjectKey::compareUtf8);
        for (var other : names) {
            if (folders.identity(folder.resolve(other)).equals(identity)) {
                return other;
            }
        }
        return name;
    }

    private boolean opensUnderAnotherSpelling(Path folder, String name, Object identity) throws IOException {
        var others = Stream.of(
                        name.toUpperCase(Locale.ROOT),
                        name.toLowerCase(Locale.ROOT),
                        Normalizer.normalize(name, Normalizer.Form.NFC),
                        Normalizer.normalize(name, Normalizer.Form.NFD))
                .filter(other -> !other.equals(name))
                .distinct()
                .toList();
        for (var other : others) {
            if (folders.identity(folder.resolve(other)).filter(identity::equals).isPresent()) {
                return true;
            }
        }
        return false;
    }
}
