package io.fdlkeeper.catalog.duckdb.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetEngine;
import io.fdlkeeper.catalog.duckdb.parquet.StoredBytes;
import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.withdrawal.find.LeakSearch.FileSearched;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The data files of the fixture repositories, as a search meets them that has no catalog to go by. */
class FixtureFileSearchTests {

    private static final TableShape PEOPLE = new TableShape(
            "people",
            Set.of(new TableShape.Name("main", "people")),
            List.of(new Column(2, Set.of("mail"), Set.of("varchar"), Optional.empty(), List.of())));

    private final ParquetEngine engine;

    FixtureFileSearchTests(@TempDir Path temporary) {
        engine = ParquetEngine.open(temporary, "128MB", 2);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "h1-withdraw-tag",
                "h2-withdraw-head",
                "h3-withdraw-history",
                "h4-withdraw-clean",
                "h6-withdraw-interrupted"
            })
    void exactlyTheFilesThatHoldTheLeakAreFound(String name) {
        var fixture = Fixture.named(name);
        var expected = new ArrayList<String>();
        fixture.expected()
                .path("withdrawal")
                .forEach(one -> one.get("files").forEach(file -> expected.add(file.asText())));
        var store = fixture.load();
        var found = searched(store, leak());
        assertThat(found).isNotEmpty();
        assertThat(found.values()).allMatch(answer -> answer instanceof FileSearched.Rows);
        assertThat(found.entrySet().stream()
                        .filter(file -> ((FileSearched.Rows) file.getValue()).rows() > 0)
                        .map(file -> file.getKey()))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void encryptedFilesMayHold() {
        var answers = searched(Fixture.named("i2-encrypted").load(), leak());
        assertThat(answers).isNotEmpty();
        assertThat(answers.values())
                .allSatisfy(answer -> assertThat(answer)
                        .isInstanceOfSatisfying(
                                FileSearched.MayHold.class,
                                may -> assertThat(may.why()).contains("encrypted")));
    }

    @Test
    void partitionedFilesAndTheirDeletesAreFoundByAnyText() {
        var store = Fixture.named("e-deletes-partitions").load();
        var answers = searched(
                store, new FileSearch(engine, List.of(), List.of("東京"), List.of(), text -> text.contains("%E6%9D%B1")));
        assertThat(answers.entrySet())
                .filteredOn(file -> file.getKey().contains("region=%E6%9D%B1"))
                .filteredOn(file -> !file.getKey().contains("019a0000")) // made by hand, no Parquet
                .isNotEmpty()
                .allSatisfy(file ->
                        assertThat(((FileSearched.Rows) file.getValue()).rows()).isPositive());
        assertThat(answers.entrySet())
                .filteredOn(file -> file.getKey().endsWith("-delete.parquet"))
                .anySatisfy(file ->
                        assertThat(((FileSearched.Rows) file.getValue()).rows()).isPositive());
    }

    @Test
    void oldVersionIsSearchedAsItWas() {
        var fixture = Fixture.named("h1-withdraw-tag");
        var store = fixture.load();
        var key =
                fixture.expected().get("withdrawal").get(0).get("files").get(0).asText();
        var content = store.object(key).orElseThrow();
        var bytes = store.ports().reader().open(content.key()).orElseThrow();
        var versioned = new FakeStore(store.now()).versioning(Versioning.ENABLED);
        try (bytes) {
            versioned.put(content.key(), Files.readAllBytes(bytes.path()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        versioned.remove(key);
        StoredVersion old = versioned.versions(key).get(1);
        var search = leak();
        var versions = versioned.ports().hidden().versions();
        assertThat(search.search(StoredBytes.of(versions, old), key, List.of()))
                .isInstanceOfSatisfying(
                        FileSearched.Rows.class, rows -> assertThat(rows.rows()).isPositive());
        versioned.removeVersion(old);
        assertThat(search.search(StoredBytes.of(versions, old), key, List.of()))
                .isInstanceOf(FileSearched.MayHold.class);
    }

    private FileSearch leak() {
        var predicate =
                new Predicate("main", "people", "mail = 'leak.7f3a@example.invalid'", Set.of("mail"), List.of());
        return new FileSearch(
                engine, List.of(predicate), List.of(), List.of(PEOPLE), text -> text.contains("leak.7f3a"));
    }

    private static TreeMap<String, FileSearched> searched(FakeStore store, FileSearch search) {
        var answers = new TreeMap<String, FileSearched>();
        var reader = store.ports().reader();
        store.keys().stream()
                .filter(key -> key.startsWith("data/") && key.endsWith(".parquet"))
                .forEach(key -> answers.put(
                        key,
                        search.search(StoredBytes.of(reader, store.object(key).orElseThrow()), key, List.of())));
        return answers;
    }
}
