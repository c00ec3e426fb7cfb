package io.fdlkeeper.catalog.duckdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.fake.FakeStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** The catalogs of a fixture repository, as the product would come to read them. */
final class FixtureCatalogs {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<String> LOGS = List.of(".wal", ".wal.checkpoint", ".wal.recovery");

    private final Fixture fixture;
    private final FakeStore store;

    FixtureCatalogs(String name) {
        fixture = Fixture.named(name);
        store = fixture.load();
    }

    ObjectReader reader() {
        return store.ports().reader();
    }

    Set<String> keys() {
        return store.keys();
    }

    FakeStore store() {
        return store;
    }

    Fixture fixture() {
        return fixture;
    }

    RepositoryAddress address() {
        return new RepositoryAddress(fixture.dataDir(), List.of(fixture.repositoryUrl()));
    }

    List<JsonNode> versions() {
        var versions = new ArrayList<JsonNode>();
        fixture.versions().forEach(versions::add);
        return versions;
    }

    /** Returns the catalogs of a version: the main one with what its record tells, then the others. */
    List<CatalogSource> of(String version) {
        var folder = "versions/" + version + "/";
        var main = folder + "ducklake.duckdb";
        var record = store.text(folder + "version.json").map(FixtureCatalogs::parse);
        var sources = new ArrayList<CatalogSource>();
        for (var key : store.keys()) {
            boolean isMain = key.equals(main);
            if ((isMain || key.startsWith(folder + "catalogs/"))
                    && LOGS.stream().noneMatch(key::endsWith)) {
                var told = record.filter(found -> isMain).map(found -> found.get("catalog"));
                sources.add(new CatalogSource(
                        new VersionId(version),
                        store.object(key).orElseThrow(),
                        told.map(catalog -> OptionalLong.of(catalog.get("bytes").asLong()))
                                .orElse(OptionalLong.empty()),
                        told.map(catalog -> catalog.get("sha256").asText())));
            }
        }
        return sources;
    }

    CatalogSource only(String version) {
        return of(version).get(0);
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the fixtures that hold any version. */
    static List<String> names() {
        return Fixture.names().stream()
                .filter(name -> !Fixture.named(name).versions().isEmpty())
                .toList();
    }
}
