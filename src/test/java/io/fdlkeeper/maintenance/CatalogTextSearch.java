package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import io.fdlkeeper.withdrawal.find.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A search for one text in catalogs written as {@link io.fdlkeeper.catalog.fake.CatalogText} and in files of plain text. */
final class CatalogTextSearch implements LeakSearch {

    private static final int LIMIT = 1 << 20;

    private final ObjectStore store;
    private final String value;

    CatalogTextSearch(ObjectStore store, String value) {
        this.store = store;
        this.value = value;
    }

    @Override
    public CatalogSearched catalog(CatalogSource source) {
        return catalog(store.reader()
                .read(source.object().key(), LIMIT)
                .map(StoredContent::text)
                .orElse(""));
    }

    @Override
    public CatalogSearched catalog(CatalogSource source, StoredVersion version) {
        return catalog(old(version));
    }

    private CatalogSearched catalog(String text) {
        Set<Place> places = EnumSet.noneOf(Place.class);
        List<NamedFile> names = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            String[] parts = line.split(" ", 3);
            if (line.startsWith("DATA ")) {
                names.add(new NamedFile(List.of(parts[2]), Optional.empty(), false));
            } else if (line.startsWith("VIEW ") && shows(line)) {
                places.add(Place.VIEW);
            }
        }
        return text.isEmpty()
                ? new CatalogSearched.Unreadable("it is gone")
                : new CatalogSearched.Read(places, names, text.length());
    }

    @Override
    public void bind() {
        // Text has no columns.
    }

    @Override
    public FileSearched file(ListedObject file, Set<String> namedAs) {
        return searched(store.reader().read(file.key(), LIMIT).map(StoredContent::text));
    }

    @Override
    public FileSearched file(StoredVersion file, Set<String> namedAs) {
        return searched(Optional.of(old(file)));
    }

    private FileSearched searched(Optional<String> text) {
        return text.<FileSearched>map(
                        found -> new FileSearched.Rows(found.split(value, -1).length - 1L, found.length()))
                .orElseGet(() -> new FileSearched.MayHold("it is gone"));
    }

    private String old(StoredVersion version) {
        try (var file = store.hidden().versions().open(version).orElseThrow()) {
            return Files.readString(file.path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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
    public void close() {
        // Nothing is open.
    }
}
