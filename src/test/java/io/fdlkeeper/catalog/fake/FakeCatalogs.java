package io.fdlkeeper.catalog.fake;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Opens sets of names over catalogs written as {@link CatalogText}, and remembers what was read as the real cache does. */
public final class FakeCatalogs implements Workplace.Catalogs {

    private final UnaryOperator<CatalogText> understood;
    private final Map<VersionId, Map<String, Recorded>> cache = new TreeMap<>();

    /** A catalog read before. */
    record Recorded(ListedObject object, String sha256, CatalogText text) {}

    public FakeCatalogs() {
        this(UnaryOperator.identity());
    }

    /** @param understood what a reader takes a catalog for; anything but the identity is a mistake made on purpose */
    public FakeCatalogs(UnaryOperator<CatalogText> understood) {
        this.understood = understood;
    }

    @Override
    public ReferenceSet open(String location, ObjectReader reader, RepositoryAddress address) {
        return new FakeReferenceSet(this, reader);
    }

    /** Tells whether the names of a version's catalog are known from an earlier reading. */
    public boolean knows(VersionId version, String catalog) {
        return cache.getOrDefault(version, Map.of()).containsKey(catalog);
    }

    /** Loses what was read before, as a cache may. */
    public void forgetAll() {
        cache.clear();
    }

    CatalogText understand(CatalogText text) {
        return understood.apply(text);
    }

    Optional<Recorded> find(VersionId version, ListedObject object) {
        return Optional.ofNullable(
                        cache.getOrDefault(version, Map.of()).get(object.key().text()))
                .filter(recorded -> recorded.object().etag().equals(object.etag()));
    }

    List<Recorded> ofVersion(VersionId version) {
        return List.copyOf(cache.getOrDefault(version, Map.of()).values());
    }

    void keep(VersionId version, Recorded recorded) {
        cache.computeIfAbsent(version, id -> new TreeMap<>())
                .put(recorded.object().key().text(), recorded);
    }
}
