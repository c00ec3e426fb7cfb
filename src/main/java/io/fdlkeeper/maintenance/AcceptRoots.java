package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.RootSet;
import io.fdlkeeper.repository.VersionId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Lets an operator accept versions that are gone without trace, after which jobs go on. */
public final class AcceptRoots {

    private final Workplace workplace;

    public AcceptRoots(Workplace workplace) {
        this.workplace = workplace;
    }

    /** What there is to accept: the versions, and the digest that names exactly these. */
    public record Missing(Set<VersionId> versions, String digest) {}

    /** Tells what is gone without trace. */
    public static Missing missing(Observation observation) {
        Set<VersionId> gone = observation.refusals().stream()
                .filter(refusal -> refusal.guard() == Guard.PARENT_MISSING || refusal.guard() == Guard.ROOT_VANISHED)
                .map(Refusal::subject)
                .map(VersionId::new)
                .collect(Collectors.toCollection(TreeSet::new));
        return new Missing(gone, digest(gone));
    }

    /**
     * Accepts what the digest names.
     *
     * @return empty when it was accepted, else why not, as one sentence
     */
    public Optional<String> accept(ManagedRepository repository, String actor, String digest) {
        Observation observation = new Looking(workplace, repository).atRoots();
        Missing missing = missing(observation);
        if (missing.versions().isEmpty() || observation.view().isEmpty()) {
            return Optional.of(
                    "nothing is gone without trace in " + repository.location() + ", so there is nothing to accept");
        }
        if (!missing.digest().equals(digest)) {
            return Optional.of("what is gone without trace has the digest " + missing.digest() + ", not " + digest
                    + ": look at 'repo show' again");
        }
        RepositoryView view = observation.view().get();
        // What was just seen may lack more than is accepted, so the roots of the last good run stay what they were.
        RootSet roots = workplace.state().rootSets().last(repository.location()).orElseGet(view::roots);
        Set<VersionId> accepted = new TreeSet<>(roots.missing());
        accepted.addAll(missing.versions());
        workplace
                .state()
                .rootSets()
                .save(repository.location(), new RootSet(roots.observedAt(), roots.versions(), roots.refs(), accepted));
        workplace
                .state()
                .audit()
                .append(new AuditEvent(
                        workplace.clock().instant(),
                        actor,
                        repository.location(),
                        "roots-accepted",
                        Map.of("digest", digest, "versions", missing.versions().toString())));
        return Optional.empty();
    }

    private static String digest(Set<VersionId> versions) {
        try {
            String text = versions.stream().map(VersionId::text).collect(Collectors.joining("\n"));
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
