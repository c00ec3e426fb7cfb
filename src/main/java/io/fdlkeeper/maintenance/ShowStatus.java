package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunRecord;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Shows how a repository stands: versions by state, refs, what would stop a job, and the last runs. Needs no lease. */
public final class ShowStatus {

    private static final int RUNS_LOOKED_AT = 200;

    private final Workplace workplace;

    public ShowStatus(Workplace workplace) {
        this.workplace = workplace;
    }

    public RepositoryStatus of(ManagedRepository repository) {
        Observation observation = new Looking(workplace, repository).atRoots();
        Optional<RepositoryView> view = observation.view();
        AcceptRoots.Missing missing = AcceptRoots.missing(observation);
        List<RunRecord> runs = workplace.state().runs().list(Optional.of(repository.location()), RUNS_LOOKED_AT);
        return new RepositoryStatus(
                repository.name(),
                repository.location(),
                observation.refusals(),
                view.map(ShowStatus::byState).orElse(Map.of()),
                view.map(RepositoryView::refs).orElse(List.of()),
                view.map(RepositoryView::foreign).orElse(List.of()),
                view.map(RepositoryView::notes).orElse(List.of()),
                missing.versions().isEmpty() ? Optional.empty() : Optional.of(missing),
                newestOfEach(runs),
                statistics(runs));
    }

    private static Map<VersionState, Long> byState(RepositoryView view) {
        return view.versions().values().stream()
                .collect(Collectors.groupingBy(
                        Version::state, () -> new EnumMap<>(VersionState.class), Collectors.counting()));
    }

    private static Map<JobKind, RunRecord> newestOfEach(List<RunRecord> newestFirst) {
        Map<JobKind, RunRecord> newest = new EnumMap<>(JobKind.class);
        newestFirst.forEach(run -> newest.putIfAbsent(run.job(), run));
        return newest;
    }

    private static Map<String, Long> statistics(List<RunRecord> newestFirst) {
        return newestFirst.stream()
                .filter(run -> run.job() == JobKind.GC && run.statistics().containsKey("listed.objects"))
                .findFirst()
                .map(RunRecord::statistics)
                .orElse(Map.of());
    }
}
