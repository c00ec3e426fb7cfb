package io.fdlkeeper.maintenance;

import io.fdlkeeper.withdrawal.removal.RemovalItem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keyed hashes of the data files that cases withdrew, of their keys and of their contents, for whoever looks whether one is back. */
final class WithdrawnFiles {

    /** One line for each file: the hash of its key, and that of its ETag and size, or {@value #NONE}. */
    private static final String NAME = "withdrawn-files";

    private static final String NONE = "-";

    private final CaseDesk desk;

    WithdrawnFiles(CaseDesk desk) {
        this.desk = desk;
    }

    /**
     * What a case withdrew.
     *
     * @param keys     keyed hashes of keys
     * @param contents keyed hashes of ETag and size
     */
    record Known(Set<String> keys, Set<String> contents) {}

    /** Adds files to those a case withdrew before. */
    void keep(String caseId, List<RemovalItem> items) {
        Set<String> lines = new HashSet<>(lines(caseId));
        for (RemovalItem item : items) {
            String content =
                    item.etag().map(etag -> contentHash(etag, item.bytes())).orElse(NONE);
            lines.add(desk.workplace().state().keyHash(item.key()) + " " + content);
        }
        String text = String.join("\n", lines.stream().sorted().toList());
        desk.cases().putDocument(caseId, NAME, text.getBytes(StandardCharsets.UTF_8));
    }

    Known of(String caseId) {
        Set<String> keys = new HashSet<>();
        Set<String> contents = new HashSet<>();
        for (String line : lines(caseId)) {
            String[] parts = line.split(" ", 2);
            keys.add(parts[0]);
            contents.add(parts[parts.length - 1]);
        }
        contents.remove(NONE);
        return new Known(keys, contents);
    }

    String contentHash(String etag, long bytes) {
        return desk.workplace().state().keyHash("content " + bytes + " " + etag);
    }

    private List<String> lines(String caseId) {
        return desk.cases()
                .document(caseId, NAME)
                .map(content -> new ArrayList<>(new String(content, StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .toList()))
                .orElseGet(ArrayList::new);
    }
}
