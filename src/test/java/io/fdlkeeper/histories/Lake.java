package io.fdlkeeper.histories;

import io.fdlkeeper.catalog.fake.CatalogText;
import io.fdlkeeper.histories.Truth.Who;
import io.fdlkeeper.store.fake.FakeStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The repository that writers write, each step beneath the ports and under the eyes of the {@link Truth}. */
final class Lake {

    static final String HEAD_BRANCH = "refs/heads/main";

    final FakeStore store;
    final Truth truth;
    final Chance chance;
    final Map<String, Commit> commits = new TreeMap<>();
    private final Map<String, String> cut = new TreeMap<>();
    private boolean indexIsStale = true;
    private int ids;
    private int files;

    Lake(FakeStore store, Truth truth, Chance chance) {
        this.store = store;
        this.truth = truth;
        this.chance = chance;
        put(
                "fdl.json",
                "{\"fdl\":\"0.1\",\"id\":\"00000000-0000-4000-8000-000000000001\",\"data_dir\":\"data/\"}",
                Who.WRITER);
        put("HEAD", "ref: " + HEAD_BRANCH + "\n", Who.WRITER);
        writeIndex();
    }

    Instant now() {
        return store.now();
    }

    void put(String key, String content, Who who) {
        store.put(key, content);
        truth.changed(key, who);
    }

    void remove(String key, Who who) {
        if (store.exists(key)) {
            store.remove(key);
            truth.changed(key, who);
        }
    }

    /** Makes a version's id of this moment. */
    String newId() {
        long millis = now().toEpochMilli();
        return String.format(
                Locale.ROOT,
                "%08x-%04x-7%03x-8%03x-%012x",
                millis >>> 16,
                millis & 0xffff,
                ids++ & 0xfff,
                chance.below(0x1000),
                chance.bits() >>> 16);
    }

    /** Makes the key of a new data file, which sorts anywhere. */
    String newFile(String ending) {
        return String.format(Locale.ROOT, "data/main/t/%04x-%d%s.parquet", chance.below(0x10000), files++, ending);
    }

    Optional<Commit> commit(String id) {
        return Optional.ofNullable(commits.get(id));
    }

    Optional<String> ref(String name) {
        return Optional.ofNullable(truth.refs().get(name));
    }

    void setRef(String name, String id) {
        put(name, id + "\n", Who.WRITER);
        indexChanged();
    }

    void deleteRef(String name) {
        remove(name, Who.WRITER);
        indexChanged();
    }

    private void indexChanged() {
        indexIsStale = true;
        if (chance.happens(0.6)) {
            writeIndex();
        }
    }

    /** Writes {@code refs.json} from the refs as they are, if it lags behind. */
    void writeIndex() {
        if (indexIsStale) {
            indexIsStale = false;
            String refs = truth.refs().entrySet().stream()
                    .map(ref -> "\"" + ref.getKey() + "\":\"" + ref.getValue() + "\"")
                    .collect(Collectors.joining(","));
            put("refs.json", "{\"HEAD\":\"" + HEAD_BRANCH + "\",\"refs\":{" + refs + "}}", Who.WRITER);
        }
    }

    /** Returns the versions readers may read now. */
    List<Commit> readable() {
        return commits.values().stream().filter(this::isReadable).toList();
    }

    boolean isReadable(Commit commit) {
        VersionTruth version = truth.versions().get(commit.id());
        return version != null && version.counts && !version.mark && !cut.containsKey(commit.mainKey());
    }

    /** Returns the data files that no readable version names. */
    List<String> orphans() {
        return truth.keys().stream()
                .filter(key -> key.startsWith("data/") && !truth.isNamed(key))
                .sorted()
                .toList();
    }

    /** Puts a version's main catalog; now and then it arrives cut, and whole at the next repair. */
    void putCatalog(Commit commit, String key, CatalogText text, boolean mayBeCut) {
        String whole = new String(text.bytes(), StandardCharsets.UTF_8);
        if (mayBeCut && chance.happens(0.04)) {
            put(key, whole.substring(0, whole.length() / 2), Who.WRITER);
            cut.put(key, whole);
        } else {
            put(key, whole, Who.WRITER);
        }
    }

    /** Puts whole the catalogs of finished versions that had arrived cut. */
    void repair() {
        cut.entrySet().removeIf(catalog -> {
            String record = catalog.getKey().substring(0, catalog.getKey().lastIndexOf('/')) + "/version.json";
            boolean repairable = store.exists(catalog.getKey()) && store.exists(record);
            if (repairable) {
                put(catalog.getKey(), catalog.getValue(), Who.WRITER);
            }
            return repairable;
        });
    }

    /** Lets those whose catalog arrived cut take it away, where nothing came after it. */
    void clear() {
        cut.keySet().stream()
                .filter(catalog -> !store.exists(catalog.substring(0, catalog.lastIndexOf('/')) + "/version.json"))
                .forEach(catalog -> remove(catalog, Who.WRITER));
    }

    void advance(Duration by) {
        store.advanceClock(by);
    }
}
