package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.removal.RemovalFacts.Naming;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a head's catalog to tell which half measure its writer took. */
record HeadNaming(Workplace workplace, ManagedRepository repository, RepositoryView view, Findings findings) {

    Naming of(VersionId head) {
        Set<String> found =
                findings.files().stream().map(Findings.FoundFile::key).collect(Collectors.toSet());
        try (ReferenceSet names = workplace
                .catalogs()
                .open(
                        repository.location(),
                        repository.store().reader(),
                        new Looking(workplace, repository).address(view.document()))) {
            view.versions().values().stream()
                    .filter(version -> version.id().equals(head))
                    .forEach(version -> version.catalogs()
                            .forEach(catalog -> names.add(CatalogSource.of(version, catalog), NameRole.LIVE)));
            return of(names.inKeyOrder(), found);
        }
    }

    private static Naming of(Iterator<NamedKey> names, Set<String> found) {
        Naming naming = Naming.CATALOG;
        while (names.hasNext()) {
            NamedKey named = names.next();
            if (named.live() && found.contains(named.key().text())) {
                if (named.current()) {
                    return Naming.NEWEST_SNAPSHOT;
                }
                naming = Naming.HISTORY;
            }
        }
        return naming;
    }
}
