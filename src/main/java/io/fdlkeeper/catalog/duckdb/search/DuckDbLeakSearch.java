package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.catalog.duckdb.CatalogReader;
import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.catalog.duckdb.LakeLayout;
import io.fdlkeeper.catalog.duckdb.UnusableLakeException;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetEngine;
import io.fdlkeeper.catalog.duckdb.parquet.StoredBytes;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One search of one repository, with an engine for catalogs and another for files. */
final class DuckDbLeakSearch implements LeakSearch {

    private final ObjectStore store;
    private final RepositoryAddress address;
    private final boolean developmentFormat;
    private final CatalogReader catalogs;
    private final SoughtValues sought;
    private final Supplier<ParquetEngine> engines;
    private final TableShapes tables = new TableShapes();
    private final FileUses uses = new FileUses();
    private final Map<Asked, Map<String, List<Meaning>>> meanings = new HashMap<>();
    private final Map<String, Set<Condition>> askedInside = new HashMap<>();
    private Map<String, TableShape> bound = Map.of();
    private @Nullable FileSearch files;

    private record Asked(CatalogSource source, Optional<String> old) {}

    /** @param engines starts the engine for files, once all catalogs are read */
    DuckDbLeakSearch(
            ObjectStore store,
            RepositoryAddress address,
            boolean developmentFormat,
            CatalogReader catalogs,
            SoughtValues sought,
            Supplier<ParquetEngine> engines) {
        this.store = store;
        this.address = address;
        this.developmentFormat = developmentFormat;
        this.catalogs = catalogs;
        this.sought = sought;
        this.engines = engines;
    }

    @Override
    public CatalogSearched catalog(CatalogSource source) {
        return guarded(() -> catalogs.read(
                source,
                store.reader(),
                (engine, lakes, file) -> search(new Asked(source, Optional.empty()), engine, lakes, file)));
    }

    @Override
    public CatalogSearched catalog(CatalogSource source, StoredVersion version) {
        Optional<LocalFile> opened = store.hidden().versions().open(version);
        if (opened.isEmpty()) {
            return new CatalogSearched.Unreadable("it changed or went away while it was read; run again");
        }
        try (LocalFile file = opened.get()) {
            Asked asked = new Asked(source, Optional.of(version.versionId()));
            return guarded(() -> catalogs.read(
                    source, store.reader(), file, (engine, lakes, path) -> search(asked, engine, lakes, path)));
        }
    }

    private interface Reading {
        CatalogSearched read() throws SQLException, IOException, UnusableLakeException;
    }

    private CatalogSearched guarded(Reading reading) {
        try {
            return reading.read();
        } catch (UnusableLakeException e) {
            return new CatalogSearched.Unreadable(sought.withholding(CatalogReader.sentence(e)));
        } catch (SQLException e) {
            // The engine's words may show a value.
            return new CatalogSearched.Unreadable("it cannot be read to its end: " + FileSearch.kind(e));
        } catch (IOException e) {
            return new CatalogSearched.Unreadable(
                    "it cannot be read to its end: " + e.getClass().getSimpleName());
        }
    }

    private CatalogSearched search(Asked asked, Engine engine, List<LakeLayout> lakes, Path file)
            throws SQLException, IOException, UnusableLakeException {
        PlacesFound places = new PlacesFound();
        List<NamedFile> names = new ArrayList<>();
        List<Map<Long, String>> uuids = new ArrayList<>();
        for (LakeLayout lake : lakes) {
            uuids.add(tables.read(engine, lake));
        }
        LakeTexts texts = new LakeTexts(engine, sought, places);
        InlinedRows inlined = new InlinedRows(engine, tables, sought, places, askedInside);
        for (int i = 0; i < lakes.size(); i++) {
            LakeLayout lake = lakes.get(i);
            names.addAll(new LakeFiles(engine, lake, uuids.get(i), tables, sought, places)
                    .read(address, developmentFormat, uses));
            texts.read(lake);
            inlined.read(lake, uuids.get(i));
        }
        texts.readDefinitions();
        new FreedBlocks(engine, sought, places).read(file);
        if (inlined.unbound().isPresent()) {
            return new CatalogSearched.Unreadable(sought.withholding(
                    "of its inlined rows, " + inlined.unbound().get()));
        }
        Map<String, List<Meaning>> meant = new HashMap<>();
        uuids.forEach(lake -> lake.values().forEach(uuid -> meant.put(uuid, meaning(uuid))));
        meanings.put(asked, meant);
        return new CatalogSearched.Read(
                places.places(), names, asked.source().object().bytes());
    }

    /** What each condition means for a table, as far as is known by now; nothing for a condition on another table. */
    private List<Meaning> meaning(String uuid) {
        return tables.of(uuid)
                .map(shape -> sought.conditions().stream()
                        .map(condition -> shape.isMeantBy(condition.predicate())
                                ? Meaning.of(condition, shape)
                                : new Meaning(Map.of()))
                        .toList())
                .orElse(List.of());
    }

    @Override
    public boolean isOutdated(CatalogSource source, Optional<StoredVersion> old) {
        return meanings.getOrDefault(new Asked(source, old.map(StoredVersion::versionId)), Map.of()).entrySet().stream()
                .anyMatch(table -> !meaning(table.getKey()).equals(table.getValue()));
    }

    @Override
    public void bind() {
        new Binding(tables.all(), sought).require();
        bound = tables.all().stream().collect(Collectors.toUnmodifiableMap(TableShape::uuid, table -> table));
        files = new FileSearch(engines.get(), sought.predicates(), sought.texts(), bound.values(), sought::shows);
    }

    @Override
    public FileSearched file(ListedObject file, Set<String> namedAs) {
        return search(StoredBytes.of(store.reader(), file), file.key().text(), namedAs);
    }

    @Override
    public FileSearched file(StoredVersion file, Set<String> namedAs) {
        return search(
                StoredBytes.of(store.hidden().versions(), file), file.key().text(), namedAs);
    }

    private FileSearched search(StoredBytes bytes, String key, Set<String> namedAs) {
        FileSearch search = files;
        if (search == null) {
            throw new IllegalStateException("files are searched after all catalogs are read");
        }
        FileSearched searched = search.search(bytes, key, uses.of(namedAs, bound));
        return searched instanceof FileSearched.MayHold may
                ? new FileSearched.MayHold(sought.withholding(may.why()))
                : searched;
    }

    @Override
    public boolean shows(String text) {
        return sought.shows(text);
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>(sought.notes());
        askedInside.forEach((uuid, conditions) -> conditions.stream()
                .filter(condition -> tables.of(uuid)
                        .filter(table -> !InlinedRows.knowsAll(table, condition))
                        .isPresent())
                .forEach(condition -> notes.add(sought.withholding("rows inside of catalogs were searched for the texts"
                        + " of the predicate on " + condition.predicate().schema() + "."
                        + condition.predicate().table()
                        + " only, where they are of a table of this name that has no such column"))));
        return notes.stream().distinct().toList();
    }

    @Override
    public String withholding(String text) {
        return sought.withholding(text);
    }

    @Override
    public void close() {
        try (catalogs) {
            if (files != null) {
                files.close();
            }
        }
    }
}
