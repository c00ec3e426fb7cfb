package io.fdlkeeper.gc;

import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Version folders without a record whose youngest object is older than the grace period: the folder itself is garbage. */
record Abandoned(List<Version> versions, Set<VersionId> ids) {

    private static final String PREFIX = "versions/";

    Abandoned(List<Version> versions) {
        this(versions, versions.stream().map(Version::id).collect(Collectors.toSet()));
    }

    /** Finds them in what was observed; a hold keeps a folder from counting as abandoned. */
    static Abandoned in(GcFacts facts) {
        return new Abandoned(facts.view()
                .in(VersionState.UNFINISHED)
                .filter(version -> !version.isYoung(
                        facts.view().observedAt(), facts.safety().grace()))
                .filter(version -> facts.holds().on(version.id()).isEmpty())
                .toList());
    }

    boolean holds(ObjectKey key) {
        return folderOf(key).map(ids::contains).orElse(false);
    }

    List<ListedObject> objects() {
        return versions.stream()
                .flatMap(version -> version.objects().stream())
                .sorted(Comparator.comparing(ListedObject::key))
                .toList();
    }

    /** Returns the version in whose folder a key lies. */
    static Optional<VersionId> folderOf(ObjectKey key) {
        if (!key.startsWith(PREFIX)) {
            return Optional.empty();
        }
        int end = key.text().indexOf('/', PREFIX.length());
        String folder = end < 0 ? "" : key.text().substring(PREFIX.length(), end);
        return VersionId.isValid(folder) ? Optional.of(new VersionId(folder)) : Optional.empty();
    }
}
