package io.fdlkeeper.schedule;

import io.fdlkeeper.catalog.fake.CatalogText;
import io.fdlkeeper.catalog.fake.CatalogText.Kind;
import io.fdlkeeper.catalog.fake.CatalogText.Row;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.fake.FakeStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Publishes a version every day, with a file of its own and those of the day before, and forgets a file now and then. */
final class DailyWriter {

    private static final int KEPT_FILES = 2;
    private static final int FORGETS_EVERY = 5;

    private final FakeStore store;
    private final List<String> versions = new ArrayList<>();
    private final List<List<String>> files = new ArrayList<>();

    DailyWriter(FakeStore store) {
        this.store = store;
        put("fdl.json", "{\"fdl\":\"0.1\",\"id\":\"x\",\"data_dir\":\"data/\"}");
        put("HEAD", "ref: refs/heads/main\n");
    }

    /** Publishes a version now. */
    void publish() {
        int day = versions.size();
        Instant now = store.now();
        String file = "data/main/t/day-" + String.format(Locale.ROOT, "%03d", day) + ".parquet";
        put(file, "rows of day " + day);
        if (day % FORGETS_EVERY == 0) {
            put("data/main/t/forgotten-" + day + ".parquet", "rows nobody commits");
        }
        List<String> named = new ArrayList<>(List.of(file));
        if (day > 0) {
            named.addAll(files.get(day - 1)
                    .subList(0, Math.min(KEPT_FILES - 1, files.get(day - 1).size())));
        }
        var catalog = new CatalogText(
                named.stream().map(key -> new Row(Kind.DATA, true, key)).toList());
        String id = id(now, day);
        String folder = "versions/" + id + "/";
        store.put(new ObjectKey(folder + "ducklake.duckdb"), catalog.bytes());
        put(folder + "dataset.json", "{\"tables\":[{\"name\":\"t\",\"rows\":5}]}");
        String parent = versions.isEmpty() ? "" : "\"" + versions.get(day - 1) + "\"";
        put(
                folder + "version.json",
                "{\"fdl\":\"0.1\",\"id\":\"" + id + "\",\"parents\":[" + parent + "],\"created_at\":\"" + now
                        + "\",\"message\":\"day " + day + "\",\"catalog\":{\"path\":\"ducklake.duckdb\"}}");
        put("refs/heads/main", id + "\n");
        put("refs.json", "{\"HEAD\":\"refs/heads/main\",\"refs\":{\"refs/heads/main\":\"" + id + "\"}}");
        versions.add(id);
        files.add(named);
        store.advanceClock(Duration.ofSeconds(1));
    }

    /** Returns the keys that the newest so many versions need: their catalogs and their files. */
    List<String> neededBy(int newest) {
        List<String> needed = new ArrayList<>();
        for (int day = Math.max(0, versions.size() - newest); day < versions.size(); day++) {
            needed.add("versions/" + versions.get(day) + "/ducklake.duckdb");
            needed.addAll(files.get(day));
        }
        return needed;
    }

    private void put(String key, String content) {
        store.put(key, content);
    }

    private static String id(Instant now, int day) {
        long millis = now.toEpochMilli();
        return String.format(Locale.ROOT, "%08x-%04x-7000-8000-%012x", millis >>> 16, millis & 0xffff, day);
    }
}
