package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.fake.FakeStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A search of catalogs and files that are plain text.
 *
 * <p>A catalog's lines are keys it names, several spellings of one apart by {@code |}, and {@code place: text}. A file matches once for
 * each time the value stands in it; one that begins with {@code !} cannot be read.
 */
public final class TextSearch implements LeakSearch {

    private final FakeStore store;
    private final String value;

    /** How often each object was read. */
    public final Map<String, AtomicInteger> reads = new ConcurrentHashMap<>();

    private boolean bound;

    public TextSearch(FakeStore store, String value) {
        this.store = store;
        this.value = value;
    }

    @Override
    public CatalogSearched catalog(CatalogSource source) {
        return catalog(read(source.object().key()));
    }

    @Override
    public CatalogSearched catalog(CatalogSource source, StoredVersion version) {
        return catalog(old(version));
    }

    private CatalogSearched catalog(String text) {
        if (bound) {
            throw new IllegalStateException("catalogs come first");
        }
        if (text.startsWith("!")) {
            return new CatalogSearched.Unreadable("it is damaged");
        }
        Set<Place> places = EnumSet.noneOf(Place.class);
        List<NamedFile> names = new ArrayList<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                if (shows(line)) {
                    Arrays.stream(Place.values())
                            .filter(place -> place.id().equals(line.substring(0, colon)))
                            .forEach(places::add);
                }
            } else if (line.startsWith("https://")) {
                names.add(new NamedFile(List.of(), Optional.of(line), false));
            } else if (line.startsWith("data/")) {
                names.add(new NamedFile(List.of(line.split("\\|")), Optional.empty(), false));
            }
        });
        return new CatalogSearched.Read(places, names, text.length());
    }

    @Override
    public void bind() {
        bound = true;
    }

    @Override
    public FileSearched file(ListedObject file, Set<String> namedAs) {
        return searched(read(file.key()));
    }

    @Override
    public FileSearched file(StoredVersion file, Set<String> namedAs) {
        return searched(old(file));
    }

    private FileSearched searched(String text) {
        if (!bound) {
            throw new IllegalStateException("files come after catalogs");
        }
        return text.startsWith("!")
                ? new FileSearched.MayHold("it is damaged")
                : new FileSearched.Rows(text.split(value, -1).length - 1L, text.length());
    }

    private String read(ObjectKey key) {
        reads.computeIfAbsent(key.text(), one -> new AtomicInteger()).incrementAndGet();
        return store.text(key.text()).orElseThrow();
    }

    /** Old contents are told by their tag, as the test put them. */
    private String old(StoredVersion version) {
        String name = version.key().text() + "@" + version.versionId();
        reads.computeIfAbsent(name, one -> new AtomicInteger()).incrementAndGet();
        return oldContents.getOrDefault(version.etag().orElseThrow().text(), "");
    }

    /** Contents of old versions by their tag. */
    public final Map<String, String> oldContents = new ConcurrentHashMap<>();

    @Override
    public boolean shows(String text) {
        return text.contains(value);
    }

    @Override
    public List<String> notes() {
        return List.of();
    }

    @Override
    public String withholding(String text) {
        return text.replace(value, "[withheld]");
    }

    @Override
    public void close() {}
}
