package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A set of names whose catalogs are told by the test, catalog key by catalog key; one told nothing about names nothing. */
final class NamesByHand implements ReferenceSet {

    private record Spelling(ObjectKey key, String reference) {}

    /** What one catalog holds. */
    static final class Catalog {

        private final Map<Spelling, Boolean> rows = new HashMap<>();
        private final Set<String> external = new HashSet<>();
        private final Set<String> http = new HashSet<>();
        private final Set<String> tails = new HashSet<>();
        private final List<String> sql = new ArrayList<>();
        private long inlined;
        private boolean broken;

        Catalog names(String... keys) {
            for (String key : keys) {
                rows.put(new Spelling(new ObjectKey(key), key), true);
            }
            return this;
        }

        /** Names a key by a row that a snapshot has ended. */
        Catalog ended(String key) {
            rows.put(new Spelling(new ObjectKey(key), key), false);
            return this;
        }

        /** Names a key by a row that may also be spelled otherwise. */
        Catalog spelled(String main, String other) {
            rows.put(new Spelling(new ObjectKey(main), main), true);
            rows.put(new Spelling(new ObjectKey(other), main), true);
            return this;
        }

        Catalog external(String url) {
            external.add(url);
            return this;
        }

        Catalog http(String url) {
            http.add(url);
            return this;
        }

        Catalog tail(String path) {
            tails.add(path);
            return this;
        }

        Catalog sql(String text) {
            sql.add(text);
            return this;
        }

        Catalog inlined(long count) {
            inlined = count;
            return this;
        }

        Catalog broken() {
            broken = true;
            return this;
        }

        private CatalogFacts facts() {
            return new CatalogFacts(
                    "1.0",
                    "data/",
                    rows.keySet().stream().map(Spelling::reference).distinct().count() + external.size(),
                    0,
                    inlined,
                    List.copyOf(external),
                    external.stream()
                            .map(url -> url.substring(url.lastIndexOf('/') + 1))
                            .collect(Collectors.toSet()),
                    http,
                    tails,
                    sql);
        }
    }

    private static final class Marks {
        private boolean live;
        private boolean current;
        private boolean released;
        private final Set<VersionId> naming = new TreeSet<>();
    }

    private final Map<String, Catalog> catalogs = new HashMap<>();
    private final Map<VersionId, Catalog> recorded = new HashMap<>();
    private final Map<Spelling, Marks> names =
            new TreeMap<>(Comparator.comparing(Spelling::key).thenComparing(Spelling::reference));
    private final List<CatalogSource> asked = new ArrayList<>();
    private final List<CatalogSource> expected = new ArrayList<>();

    /** Tells what the main catalog of a version holds. */
    Catalog of(VersionId version) {
        return at("versions/" + version + "/ducklake.duckdb");
    }

    Catalog at(String catalogKey) {
        return catalogs.computeIfAbsent(catalogKey, key -> new Catalog());
    }

    /** Tells what was recorded of a version earlier. */
    Catalog recorded(VersionId version) {
        return recorded.computeIfAbsent(version, id -> new Catalog());
    }

    /** Returns every catalog asked for, in order. */
    List<CatalogSource> asked() {
        return List.copyOf(asked);
    }

    /** Returns every catalog announced, in order. */
    List<CatalogSource> expected() {
        return List.copyOf(expected);
    }

    @Override
    public void expect(Collection<CatalogSource> sources) {
        expected.addAll(sources);
    }

    @Override
    public CatalogReading add(CatalogSource source, NameRole role) {
        asked.add(source);
        Catalog catalog = at(source.object().key().text());
        if (catalog.broken) {
            return new CatalogReading.Refused(List.of(
                    new Refusal(Guard.CATALOG_UNREADABLE, source.object().key().text(), "it is broken")));
        }
        take(source.version(), catalog, role);
        return new CatalogReading.Read(catalog.facts());
    }

    @Override
    public boolean addRecorded(VersionId version, NameRole role) {
        @Nullable Catalog catalog = recorded.get(version);
        if (catalog == null) {
            return false;
        }
        take(version, catalog, role);
        return true;
    }

    private void take(VersionId version, Catalog catalog, NameRole role) {
        catalog.rows.forEach((spelling, current) -> {
            Marks marks = names.computeIfAbsent(spelling, key -> new Marks());
            if (role == NameRole.LIVE) {
                marks.live = true;
                marks.current |= current;
                marks.naming.add(version);
            }
            marks.released |= role == NameRole.RELEASED;
        });
    }

    @Override
    public Iterator<NamedKey> inKeyOrder() {
        return names.entrySet().stream()
                .map(entry -> new NamedKey(
                        entry.getKey().key(),
                        entry.getKey().reference(),
                        entry.getValue().live,
                        entry.getValue().current,
                        entry.getValue().released,
                        true))
                .iterator();
    }

    @Override
    public Set<ObjectKey> liveAmong(Collection<ObjectKey> keys) {
        return names.entrySet().stream()
                .filter(entry -> entry.getValue().live)
                .map(entry -> entry.getKey().key())
                .filter(keys::contains)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    @Override
    public Set<VersionId> versionsNaming(ObjectKey key) {
        Set<VersionId> naming = new TreeSet<>();
        names.forEach((spelling, marks) -> {
            if (spelling.key().equals(key)) {
                naming.addAll(marks.naming);
            }
        });
        return naming;
    }

    @Override
    public void close() {}
}
