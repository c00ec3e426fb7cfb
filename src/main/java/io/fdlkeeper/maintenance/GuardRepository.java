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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks whether withdrawn data has come back to a repository, for every case that guards it. Reads only. */
public final class GuardRepository {

    /** The store's time may be a little behind ours. */
    private static final Duration MARGIN = Duration.ofHours(1);

    private final CaseDesk desk;
    private final CaseChanges changes;

    public GuardRepository(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /**
     * One case's look.
     *
     * @param hits   empty where nothing is back
     * @param unread what could not be read and may hold it, in sentences without the value; it is looked at again next time
     */
    public record Looked(WithdrawalCase subject, List<Hit> hits, List<String> unread) {

        public Looked {
            hits = List.copyOf(hits);
            unread = List.copyOf(unread);
        }
    }

    /**
     * Looks for all cases that guard the repository; a case with a hit is reopened as {@link CaseState#REAPPEARED}.
     *
     * <p>While another case deletes there, nobody looks: its work would be mistaken for a return. The next look sees all.
     */
    public List<Looked> look(ManagedRepository repository, String actor) {
        List<WithdrawalCase> guarding = desk.cases().list().stream()
                .filter(one -> one.opening().locations().contains(repository.location()))
                .filter(this::guards)
                .toList();
        if (guarding.isEmpty()
                || OpenWithdrawals.refusal(desk.workplace().state(), repository).isPresent()) {
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
        GuardMemory memory = new GuardMemory(desk, subject.id());
        List<Selector> selectors =
                new ArrayList<>(CaseFile.selectors(desk.cases().files(subject.id())));
        Set<Hit> hits = new LinkedHashSet<>();
        Set<VersionId> known = memory.looked();
        GuardLook.Seen seen = seen(subject, repository, view, selectors, known);
        hits.addAll(seen.hits());
        // A table that the new versions no longer have must not hide what other selectors find in their files.
        while (seen.nowhere().isPresent() && selectors.size() > 1) {
            selectors.remove(seen.nowhere().get());
            seen = seen(subject, repository, view, selectors, known);
            hits.addAll(seen.hits());
        }
        memory.looked(seen.looked());
        return new Looked(
                hits.isEmpty() ? subject : reappeared(subject, List.copyOf(hits), actor),
                List.copyOf(hits),
                seen.unread());
    }

    private GuardLook.Seen seen(
            WithdrawalCase subject,
            ManagedRepository repository,
            RepositoryView view,
            List<Selector> selectors,
            Set<VersionId> known) {
        try (LeakSearch search = desk.searches()
                .open(
                        repository.store(),
                        new Looking(desk.workplace(), repository).address(view.document()),
                        selectors)) {
            return new GuardLook(
                            repository.store(),
                            view,
                            search,
                            known,
                            subject.clocks().endedAt().orElseThrow().minus(MARGIN),
                            new GuardMemory(desk, subject.id()).withdrawnFrom(repository.location()))
                    .look();
        }
    }

    private WithdrawalCase reappeared(WithdrawalCase subject, List<Hit> hits, String actor) {
        WithdrawalCase back = subject.with(subject.clocks().anew()).in(CaseState.REAPPEARED);
        Optional<String> certificate = new Certificates(desk)
                .succeed(
                        back,
                        desk.workplace().clock().instant(),
                        hits.stream().map(Hit::withoutKey).distinct().toList());
        return changes.save(
                subject,
                certificate.map(back::certified).orElse(back),
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
