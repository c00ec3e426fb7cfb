package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.Ref;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a repository stands.
 *
 * @param refusals   why jobs would not go on
 * @param versions   the number of versions by state
 * @param missing    versions gone without trace that an operator may accept, with the digest that names them
 * @param lastRuns   the newest run of each job, where there was one
 * @param statistics of the newest collection that made a plan
 */
public record RepositoryStatus(
        String name,
        String location,
        List<Refusal> refusals,
        Map<VersionState, Long> versions,
        List<Ref> refs,
        List<String> foreign,
        List<String> notes,
        Optional<AcceptRoots.Missing> missing,
        Map<JobKind, RunRecord> lastRuns,
        Map<String, Long> statistics) {}
