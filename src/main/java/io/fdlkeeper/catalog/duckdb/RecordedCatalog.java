package io.fdlkeeper.catalog.duckdb;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.catalog.duckdb.NameSegments.Segment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One catalog as the cache keeps it: what it is, what it says, and its names as numbers into lists.
 *
 * <p>The form is a digest of all that follows, the head as JSON, and for each kind of row and each list the runs of numbers.
 */
final class RecordedCatalog {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int DIGEST_BYTES = 32;

    private final Head head;
    private final byte[] runs;

    /**
     * What is recorded beside the names.
     *
     * @param identity digest of the object, the repository's addresses and the rules of reading
     * @param sha256   the catalog's own digest, as computed when it was read
     */
    record Head(String identity, String version, String sha256, CatalogFacts facts, List<Segment> segments) {}

    private RecordedCatalog(Head head, byte[] runs) {
        this.head = head;
        this.runs = runs;
    }

    Head head() {
        return head;
    }

    /** Makes the record of a catalog just read; it refers to those lists only that hold a name of it. */
    static RecordedCatalog of(Head read, CatalogNames names, Map<Segment, Integer> bases) {
        var segments = bases.entrySet().stream()
                .filter(entry -> names.anyIn(
                        entry.getValue(), entry.getValue() + entry.getKey().rows()))
                .map(Map.Entry::getKey)
                .toList();
        var runs = new ByteArrayOutputStream();
        for (int kind = LakeQuery.SCHEDULED; kind <= LakeQuery.CURRENT; kind++) {
            for (var segment : segments) {
                int base = bases.getOrDefault(segment, 0);
                Runs.write(names.ofKind(kind), base, base + segment.rows(), runs);
            }
        }
        var head = new Head(read.identity(), read.version(), read.sha256(), read.facts(), segments);
        return new RecordedCatalog(head, runs.toByteArray());
    }

    byte[] encode() throws IOException {
        var json = JSON.writeValueAsBytes(head);
        var content = ByteBuffer.allocate(Integer.BYTES + json.length + runs.length)
                .putInt(json.length)
                .put(json)
                .put(runs)
                .array();
        return ByteBuffer.allocate(DIGEST_BYTES + content.length)
                .put(CatalogFile.sha256().digest(content))
                .put(content)
                .array();
    }

    /** @throws IOException when the bytes are not exactly those once written */
    static RecordedCatalog decode(byte[] file) throws IOException {
        if (file.length < DIGEST_BYTES + Integer.BYTES) {
            throw new IOException("the record is cut");
        }
        var content = Arrays.copyOfRange(file, DIGEST_BYTES, file.length);
        var digest = Arrays.copyOf(file, DIGEST_BYTES);
        if (!MessageDigest.isEqual(digest, CatalogFile.sha256().digest(content))) {
            throw new IOException("the record is damaged");
        }
        int jsonLength = ByteBuffer.wrap(content).getInt();
        int runsAt = Integer.BYTES + jsonLength;
        var head = JSON.readValue(content, Integer.BYTES, jsonLength, Head.class);
        return new RecordedCatalog(head, Arrays.copyOfRange(content, runsAt, content.length));
    }

    /** Returns the names by the numbers of a run, whose lists are loaded when they are needed. */
    CatalogNames names(NameTable table) {
        var names = new CatalogNames();
        var in = ByteBuffer.wrap(runs);
        for (int kind = LakeQuery.SCHEDULED; kind <= LakeQuery.CURRENT; kind++) {
            for (var segment : head.segments()) {
                Runs.read(in, table.baseOf(segment), names.ofKind(kind));
            }
        }
        return names;
    }
}
