package io.fdlkeeper.state;

import io.fdlkeeper.repository.DocumentCache;
import io.fdlkeeper.state.CachedLine.Id;
import io.fdlkeeper.store.ListedObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The documents of one repository as a file of JSON lines, with only their places in memory.
 *
 * <p>A cache is never trusted to be whole: each line carries its own digest, a damaged one is passed over, and a cache that cannot be
 * written or read is a cache that has nothing. Of two lines for one key the later counts; when more than half of a file is dead lines,
 * it is rewritten.
 */
final class FileDocumentCache implements DocumentCache, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FileDocumentCache.class);

    private static final int LONGEST_TEXT = 1 << 20;

    private final Path folder;
    private final Path path;
    private final Path temporary;
    private final long mostBytes;
    private final Map<Id, Place> places = new HashMap<>();
    private @Nullable AppendedFile file;
    private boolean failed;

    /**
     * Where a document's line lies.
     *
     * @param content hash of the tag and size it was read under
     */
    private record Place(long content, long offset, int length) {}

    /**
     * Prepares a cache; its file is read when it is first asked.
     *
     * @param folder    created when it is first asked
     * @param mostBytes a file that has grown beyond this is begun anew at the next start
     */
    FileDocumentCache(Path folder, Path temporary, long mostBytes) {
        this.folder = folder;
        this.path = folder.resolve("documents.jsonl");
        this.temporary = temporary;
        this.mostBytes = mostBytes;
    }

    @Override
    public synchronized Optional<String> find(ListedObject object) {
        AppendedFile open = opened();
        Place place = places.get(Id.of(object));
        if (open == null || place == null || place.content() != CachedLine.content(object)) {
            return Optional.empty();
        }
        try {
            return CachedLine.text(open.read(place.offset(), place.length()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public synchronized void keep(ListedObject object, String text) {
        AppendedFile open = opened();
        if (open == null || text.length() > LONGEST_TEXT || open.size() > mostBytes) {
            return;
        }
        byte[] line = CachedLine.of(object, text);
        try {
            Place place = new Place(CachedLine.content(object), open.size(), line.length);
            open.append(line);
            places.put(Id.of(object), place);
        } catch (StateException e) {
            giveUp(e);
        }
    }

    @Override
    public synchronized void close() {
        if (file != null) {
            file.close();
            file = null;
        }
        places.clear();
    }

    private @Nullable AppendedFile opened() {
        if (file == null && !failed) {
            try {
                file = load();
            } catch (StateException | IOException e) {
                giveUp(e);
            }
        }
        return file;
    }

    private AppendedFile load() throws IOException {
        StateFiles.folder(folder);
        AppendedFile open = AppendedFile.open(path);
        if (open.size() > mostBytes) {
            open.close();
            StateFiles.delete(path);
            return AppendedFile.open(path);
        }
        readPlaces(open);
        long live = places.values().stream().mapToLong(Place::length).sum();
        if (live * 2 >= open.size()) {
            return open;
        }
        rewrite(open);
        open.close();
        places.clear();
        AppendedFile rewritten = AppendedFile.open(path);
        readPlaces(rewritten);
        return rewritten;
    }

    private void readPlaces(AppendedFile open) throws IOException {
        open.forEachLine((bytes, from, to, offset) -> CachedLine.scan(
                bytes, from, to, (id, content) -> places.put(id, new Place(content, offset, to - from))));
    }

    private void rewrite(AppendedFile open) {
        StateFiles.replace(path, temporary, out -> {
            for (Place place : places.values()) {
                byte[] line = open.read(place.offset(), place.length());
                if (CachedLine.text(line).isPresent()) {
                    out.write(line);
                }
            }
        });
    }

    private void giveUp(Exception failure) {
        LOG.warn("the cache {} is left alone in this run: {}", path, failure.getMessage());
        failed = true;
        close();
    }
}
