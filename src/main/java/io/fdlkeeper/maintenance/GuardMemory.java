package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.guard.Withdrawn;
import io.fdlkeeper.withdrawal.removal.RemovalAction;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a case left behind for whoever looks whether something is back: keyed hashes of the files it deleted, the versions it withdrew,
 * and those that were looked at since. It grows with each round of the case.
 */
final class GuardMemory {

    private static final String FILES = "withdrawn-files";
    private static final String VERSIONS = "withdrawn-versions";
    private static final String LOOKED = "guarded-versions";

    private final CaseDesk desk;
    private final String caseId;

    GuardMemory(CaseDesk desk, String caseId) {
        this.desk = desk;
        this.caseId = caseId;
    }

    /** Takes what was done, and which versions the find looked at: what is left in those is told as residue, not as a return. */
    void keep(List<Findings> findings, List<RemovalResult> results) {
        Set<String> files = new HashSet<>();
        Set<String> versions = new HashSet<>();
        for (RemovalResult result : results) {
            RemovalItem item = result.item();
            if (!result.outcome().isGood() || item.etag().isEmpty()) {
                // A hold or lock keeps it, or old versions alone went: the key was never away.
                continue;
            }
            if (item.action() == RemovalAction.DELETE_DATA) {
                files.add(keyHash(result.location(), item.key()));
                item.etag().ifPresent(etag -> files.add(contentHash(etag, item.bytes())));
            }
            if (item.action() == RemovalAction.DELETE_CATALOG) {
                item.version().ifPresent(version -> versions.add(version.text()));
            }
        }
        add(FILES, files);
        add(VERSIONS, versions);
        looked(findings.stream().flatMap(one -> one.seen().stream()).toList());
    }

    /** Takes versions that were looked at to the end. */
    void looked(Iterable<VersionId> versions) {
        Set<String> texts = new HashSet<>();
        versions.forEach(version -> texts.add(version.text()));
        add(LOOKED, texts);
    }

    Set<VersionId> looked() {
        return lines(LOOKED).stream().map(VersionId::new).collect(Collectors.toSet());
    }

    /** Returns what the case withdrew from one repository. */
    Withdrawn withdrawnFrom(String location) {
        Set<String> files = lines(FILES);
        Set<String> versions = lines(VERSIONS);
        return new Withdrawn() {
            @Override
            public boolean version(VersionId id) {
                return versions.contains(id.text());
            }

            @Override
            public boolean key(String key) {
                return files.contains(keyHash(location, key));
            }

            @Override
            public boolean content(ListedObject object) {
                return files.contains(contentHash(object.etag().text(), object.bytes()));
            }
        };
    }

    private String keyHash(String location, String key) {
        return desk.workplace().state().keyHash(location + " " + key);
    }

    private String contentHash(String etag, long bytes) {
        return desk.workplace().state().keyHash("content " + bytes + " " + etag);
    }

    private void add(String name, Set<String> more) {
        Set<String> all = new TreeSet<>(lines(name));
        if (all.addAll(more)) {
            String text = String.join("\n", all) + "\n";
            desk.cases().putDocument(caseId, name, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Set<String> lines(String name) {
        return desk.cases()
                .document(caseId, name)
                .map(content -> new String(content, StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .collect(Collectors.toSet()))
                .orElseGet(Set::of);
    }
}
