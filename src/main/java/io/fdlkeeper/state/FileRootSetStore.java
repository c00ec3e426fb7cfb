package io.fdlkeeper.state;

import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.RootSet;
import io.fdlkeeper.repository.RootSetStore;
import io.fdlkeeper.repository.VersionId;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The roots of the last good run, one file for each repository. */
final class FileRootSetStore implements RootSetStore {

    private static final String KIND = "roots";

    private final StateFolder folder;

    /** What a row's version is. */
    private enum Kind {
        VERSION,
        REF,
        MISSING
    }

    /** A version, or a ref and the version it names. */
    private record Root(Kind kind, Optional<RefName> ref, VersionId version) {

        Root(Kind kind, VersionId version) {
            this(kind, Optional.empty(), version);
        }
    }

    FileRootSetStore(StateFolder folder) {
        this.folder = folder;
    }

    @Override
    public Optional<RootSet> last(String repository) {
        Path file = file(repository);
        try (SealedReader<Root> reader =
                SealedReader.open(file, KIND, Root.class).orElse(null)) {
            if (reader == null) {
                return Optional.empty();
            }
            Set<VersionId> versions = new HashSet<>();
            Set<VersionId> missing = new HashSet<>();
            Map<RefName, VersionId> refs = new HashMap<>();
            reader.rows().forEachRemaining(root -> {
                switch (root.kind()) {
                    case VERSION -> versions.add(root.version());
                    case MISSING -> missing.add(root.version());
                    case REF -> refs.put(root.ref().orElseThrow(), root.version());
                }
            });
            return Optional.of(new RootSet(reader.at(), versions, refs, missing));
        } catch (DamagedFileException e) {
            throw e.of(
                    "the file of roots",
                    file,
                    "put it back from a backup, or check that no version or ref is missing and move it away");
        }
    }

    @Override
    public void save(String repository, RootSet roots) {
        StateFiles.folder(folder.repository(repository));
        try (SealedWriter writer = new SealedWriter(file(repository), folder.temporary(), KIND)) {
            roots.versions().stream().sorted().forEach(version -> writer.row(new Root(Kind.VERSION, version)));
            roots.refs().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(ref -> writer.row(new Root(Kind.REF, Optional.of(ref.getKey()), ref.getValue())));
            roots.missing().stream().sorted().forEach(version -> writer.row(new Root(Kind.MISSING, version)));
            writer.commit(roots.observedAt());
        }
    }

    private Path file(String repository) {
        return folder.repository(repository).resolve(KIND + ".jsonl");
    }
}
