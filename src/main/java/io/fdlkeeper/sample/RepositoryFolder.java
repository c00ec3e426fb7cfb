package io.fdlkeeper.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;

/** The folder of one FDL repository: objects with the times at which they would have been stored, and its refs. */
final class RepositoryFolder {
    static final String DATA_DIR = "data/";
    static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final String DEFAULT_BRANCH = "refs/heads/main";

    private final Path root;
    private final SortedMap<String, String> refs = new TreeMap<>();

    private RepositoryFolder(Path root) {
        this.root = root;
    }

    /** Makes the two objects every repository begins with. */
    static RepositoryFolder init(Path root, SeededIds ids, Instant at) throws IOException {
        var folder = new RepositoryFolder(root);
        var about = JSON.createObjectNode()
                .put("fdl", VersionFolders.FDL)
                .put("id", ids.random().toString())
                .put("data_dir", DATA_DIR);
        folder.put("fdl.json", about, at);
        folder.put("HEAD", ("ref: " + DEFAULT_BRANCH + "\n").getBytes(StandardCharsets.UTF_8), at);
        Files.createDirectories(folder.dataFolder());
        return folder;
    }

    Path dataFolder() {
        return path(DATA_DIR);
    }

    Path path(String key) {
        return root.resolve(key);
    }

    void put(String key, JsonNode document, Instant at) throws IOException {
        var text = document.toPrettyString() + "\n";
        put(key, text.getBytes(StandardCharsets.UTF_8), at);
    }

    private void put(String key, byte[] content, Instant at) throws IOException {
        Files.createDirectories(path(key).getParent());
        Files.write(path(key), content);
        age(key, at);
    }

    /** Sets the time at which an object was stored. */
    void age(String key, Instant at) throws IOException {
        Files.setLastModifiedTime(path(key), FileTime.from(at));
    }

    /** Points a ref at a version, and writes the index of refs after it. */
    void pointRef(String name, String version, Instant at) throws IOException {
        put(name, (version + "\n").getBytes(StandardCharsets.UTF_8), at);
        refs.put(name, version);
        var index = JSON.createObjectNode().put("HEAD", DEFAULT_BRANCH);
        index.set("refs", JSON.valueToTree(refs));
        put("refs.json", index, at.plusSeconds(1));
    }

    /** Counts all objects. */
    long objects() throws IOException {
        try (var all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).count();
        }
    }

    /** Sums the sizes of all objects. */
    long bytes() throws IOException {
        try (var all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .mapToLong(RepositoryFolder::size)
                    .sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
