package io.fdlkeeper.catalog.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.repository.Refusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every catalog the fixtures hold names exactly the keys an independent reading found. */
class FixtureReferenceTests {

    @TempDir
    private Path folder;

    private DuckDbReferenceSets sets;

    static List<String> fixtures() {
        return FixtureCatalogs.names();
    }

    @BeforeEach
    void openSets() {
        sets = new DuckDbReferenceSets(folder.resolve("cache"), folder.resolve("temp"), "128MB", 2, false);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void eachVersionNamesTheExpectedKeys(String name) {
        var catalogs = new FixtureCatalogs(name);
        for (var version : someOf(catalogs.versions())) {
            try (var set = sets.open(catalogs.reader(), catalogs.address())) {
                var problems = addAll(set, catalogs, version);
                assertThat(problems).as("refusals of %s", version.get("id")).isEqualTo(expectedProblems(version));
                assertThat(keys(set, NamedKey::live, catalogs.keys()))
                        .as("references of %s", version.get("id"))
                        .isEqualTo(texts(version.get("references")));
                assertThat(keys(set, named -> !named.live(), catalogs.keys()))
                        .as("scheduled by %s", version.get("id"))
                        .isEqualTo(minus(texts(version.get("scheduled")), texts(version.get("references"))));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void theCacheGivesTheVerySameSet(String name) {
        var catalogs = new FixtureCatalogs(name);
        List<NamedKey> first;
        try (var set = sets.open(catalogs.reader(), catalogs.address())) {
            catalogs.versions().forEach(version -> addAll(set, catalogs, version));
            first = all(set);
        }
        try (var set = sets.open(catalogs.reader(), catalogs.address())) {
            catalogs.versions().forEach(version -> addAll(set, catalogs, version));
            assertThat(all(set)).isEqualTo(first);
        }
    }

    /** Daily rebuilds are forty of a kind: each set costs an engine, so the ends and every eighth do. */
    private static List<JsonNode> someOf(List<JsonNode> versions) {
        return IntStream.range(0, versions.size())
                .filter(i -> versions.size() <= 10 || i < 2 || i > versions.size() - 3 || i % 8 == 0)
                .mapToObj(versions::get)
                .toList();
    }

    private static List<NamedKey> all(ReferenceSet set) {
        var keys = new ArrayList<NamedKey>();
        set.inKeyOrder().forEachRemaining(keys::add);
        return keys;
    }

    private static Set<String> addAll(ReferenceSet set, FixtureCatalogs catalogs, JsonNode version) {
        var problems = new TreeSet<String>();
        for (var source : catalogs.of(version.get("id").asText())) {
            if (set.add(source, NameRole.LIVE) instanceof CatalogReading.Refused refused) {
                refused.refusals().stream()
                        .map(Refusal::guard)
                        .forEach(guard -> problems.add(guard.id().replace('-', '_')));
            }
        }
        return problems;
    }

    private static Set<String> expectedProblems(JsonNode version) {
        return version.has("problems") ? texts(version.get("problems")) : Set.of();
    }

    /** The keys rows name: of each row's spellings the first that is there, or the main one. */
    private static Set<String> keys(ReferenceSet set, Predicate<NamedKey> wanted, Set<String> listing) {
        Map<String, List<String>> byReference = new LinkedHashMap<>();
        set.inKeyOrder().forEachRemaining(named -> {
            if (wanted.test(named)) {
                byReference
                        .computeIfAbsent(named.reference(), absent -> new ArrayList<>())
                        .add(named.key().text());
            }
        });
        var found = new TreeSet<String>();
        byReference.forEach((reference, spellings) -> found.add(
                listing.contains(reference)
                        ? reference
                        : spellings.stream()
                                .filter(listing::contains)
                                .findFirst()
                                .orElse(reference)));
        return found;
    }

    private static Set<String> minus(Set<String> left, Set<String> right) {
        var rest = new TreeSet<>(left);
        rest.removeAll(right);
        return rest;
    }

    private static Set<String> texts(JsonNode array) {
        var texts = new TreeSet<String>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
