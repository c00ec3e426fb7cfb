package io.fdlkeeper.repository;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A repository as observed at one moment: what every decision is made on.
 *
 * @param observedAt the store's time when the observation began
 * @param head       the branch {@code HEAD} names, where it names one
 * @param refs       every ref, sorted by name
 * @param versions   every well-formed version folder, sorted by id
 * @param accepted   versions gone without trace that an operator accepted
 * @param foreign    keys and folders that are not the format's, for people to see; not every one
 * @param notes      sentences on what is odd and stops nothing
 */
public record RepositoryView(
        String location,
        RepositoryDocument document,
        Instant observedAt,
        Optional<RefName> head,
        List<Ref> refs,
        NavigableMap<VersionId, Version> versions,
        Set<VersionId> accepted,
        List<String> foreign,
        List<String> notes) {

    public RepositoryView {
        refs = List.copyOf(refs);
        versions = new TreeMap<>(versions);
        accepted = Set.copyOf(accepted);
        foreign = List.copyOf(foreign);
        notes = List.copyOf(notes);
    }

    /** Returns this view with more to say. */
    public RepositoryView withNotes(List<String> more) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(more);
        return new RepositoryView(location, document, observedAt, head, refs, versions, accepted, foreign, all);
    }

    /** Returns the versions in a state, sorted by id. */
    public Stream<Version> in(VersionState state) {
        return versions.values().stream().filter(version -> version.state() == state);
    }

    /** Returns the refs that name a version. */
    public List<Ref> refsTo(VersionId id) {
        return refs.stream().filter(ref -> ref.target().equals(id)).toList();
    }

    /** Follows first parents from a version, itself first, as far as records are there. */
    public List<Version> history(VersionId from) {
        List<Version> chain = new ArrayList<>();
        Set<VersionId> seen = new LinkedHashSet<>();
        Optional<VersionId> next = Optional.of(from);
        while (next.isPresent() && seen.add(next.get())) {
            Version version = versions.get(next.get());
            if (version == null || version.record().isEmpty()) {
                break;
            }
            chain.add(version);
            next = version.record().get().firstParent();
        }
        return chain;
    }

    /** Returns every version some ref reaches along first parents. */
    public Set<VersionId> reached() {
        Set<VersionId> reached = new TreeSet<>();
        for (Ref ref : refs) {
            Optional<VersionId> next = Optional.of(ref.target());
            while (next.isPresent() && versions.containsKey(next.get()) && reached.add(next.get())) {
                next = versions.get(next.get()).record().flatMap(VersionRecord::firstParent);
            }
        }
        return reached;
    }

    /** Returns the roots of this observation, for the next run to be held against. */
    public RootSet roots() {
        return new RootSet(
                observedAt,
                versions.values().stream()
                        .filter(version -> version.record().isPresent())
                        .map(Version::id)
                        .collect(Collectors.toSet()),
                refs.stream().collect(Collectors.toMap(Ref::name, Ref::target)),
                accepted);
    }
}
