package io.fdlkeeper.telemetry;

import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.plan.Approval;
import java.util.List;
import java.util.stream.Stream;

/** What stopped a run: the guards that refused it, or the reasons for which its plan waits for a person. */
final class Stops {

    private Stops() {}

    /** Returns each once, sorted. */
    static List<String> of(JobReport report) {
        Stream<String> refused =
                report.refusals().stream().map(refusal -> refusal.guard().id());
        Stream<String> waiting = report.outcome() == JobOutcome.NEEDS_APPROVAL
                ? report.plan().stream()
                        .flatMap(plan -> plan.header().needsApproval().stream())
                        .map(Approval::id)
                : Stream.empty();
        return Stream.concat(refused, waiting).distinct().sorted().toList();
    }
}
