package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import io.fdlkeeper.withdrawal.find.Selector;
import io.fdlkeeper.withdrawal.guard.GuardLook;
import io.fdlkeeper.withdrawal.guard.Hit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Looks whether withdrawn data has come back to a repository, for every case that guards it. Reads only. */
public final class GuardRepository {

    /** Ids of the versions that were looked at, a line each. */
    static final String GUARDED = "guarded-versions";

    /** The store's time may be a little behind ours. */
    private static final Duration MARGIN = Duration.ofHours(1);

    private final CaseDesk desk;
    private final CaseChanges changes;

    public GuardRepository(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /** One case's look. @param hits empty where nothing is back */
    public record Looked(WithdrawalCase subject, List<Hit> hits) {

        public Looked {
            hits = List.copyOf(hits);
        }
    }

    /** Looks for all cases that guard the repository; a case with a hit is reopened as {@link CaseState#REAPPEARED}. */
    public List<Looked> look(ManagedRepository repository, String actor) {
        List<WithdrawalCase> guarding = desk.cases().list().stream()
                .filter(one -> one.opening().locations().contains(repository.location()))
                .filter(this::guards)
                .toList();
        if (guarding.isEmpty()) {
            return List.of();
        }
        Observation observation = new Looking(desk.workplace(), repository).atRoots();
        RepositoryView view = observation
                .view()
                .orElseThrow(() ->
                        new IllegalStateException(observation.refusals().get(0).detail()));
        List<Looked> looked = new ArrayList<>();
        guarding.forEach(one -> looked.add(look(one, repository, view, actor)));
        return looked;
    }

    private boolean guards(WithdrawalCase subject) {
        boolean ended = subject.state() == CaseState.COMPLETE || subject.state() == CaseState.COMPLETE_WITH_RESIDUE;
        Instant now = desk.workplace().clock().instant();
        return ended
                && subject.opening().guarded()
                && subject.clocks()
                        .endedAt()
                        .map(at -> now.isBefore(at.plus(desk.rules().guardFor())))
                        .orElse(false);
    }

    private Looked look(WithdrawalCase subject, ManagedRepository repository, RepositoryView view, String actor) {
        List<Selector> selectors = CaseFile.selectors(desk.cases().files(subject.id()));
        Set<String> withdrawn = lines(subject, CaseEnd.WITHDRAWN);
        Set<String> known = lines(subject, GUARDED);
        try (LeakSearch search = desk.searches()
                .open(
                        repository.store(),
                        new Looking(desk.workplace(), repository).address(view.document()),
                        selectors)) {
            GuardLook.Seen seen = new GuardLook(
                            repository.store(),
                            view,
                            search,
                            known.stream().map(VersionId::new).collect(Collectors.toSet()),
                            subject.clocks().endedAt().orElseThrow().minus(MARGIN),
                            key -> withdrawn.contains(desk.workplace().state().keyHash(key)))
                    .look();
            seen.looked().forEach(version -> known.add(version.text()));
            desk.cases()
                    .putDocument(
                            subject.id(), GUARDED, (String.join("\n", known) + "\n").getBytes(StandardCharsets.UTF_8));
            return new Looked(seen.hits().isEmpty() ? subject : reappeared(subject, seen.hits(), actor), seen.hits());
        }
    }

    private Set<String> lines(WithdrawalCase subject, String name) {
        return desk.cases()
                .document(subject.id(), name)
                .map(content -> new String(content, StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .collect(Collectors.toCollection(TreeSet::new)))
                .orElseGet(TreeSet::new);
    }

    private WithdrawalCase reappeared(WithdrawalCase subject, List<Hit> hits, String actor) {
        return changes.save(
                subject,
                subject.with(subject.clocks().anew()).in(CaseState.REAPPEARED),
                CaseAction.REAPPEAR,
                actor,
                Map.of(
                        "hits", Integer.toString(hits.size()),
                        "versions",
                                hits.stream()
                                        .flatMap(hit -> hit.version().stream())
                                        .map(VersionId::text)
                                        .distinct()
                                        .sorted()
                                        .collect(Collectors.joining(" "))));
    }
}
