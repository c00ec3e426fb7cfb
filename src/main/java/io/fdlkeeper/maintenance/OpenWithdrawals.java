package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Keeps ordinary jobs away while a case deletes: what looks like damage meanwhile is its work. */
final class OpenWithdrawals {

    private static final Set<CaseState> ENDED =
            Set.of(CaseState.COMPLETE, CaseState.COMPLETE_WITH_RESIDUE, CaseState.CANCELLED, CaseState.REAPPEARED);

    private OpenWithdrawals() {}

    /** Returns why a job of the repository has to wait for a case. */
    static Optional<Refusal> refusal(StatePorts state, ManagedRepository repository) {
        return state.cases().list().stream()
                .filter(one -> one.opening().locations().contains(repository.location()))
                .filter(OpenWithdrawals::isAtWork)
                .findFirst()
                .map(one -> new Refusal(
                        Guard.OPEN_WITHDRAWAL,
                        one.id(),
                        "the open case " + one.id() + " is deleting files of this repository and is " + one.state()
                                + ": bring it to its end first, with 'withdraw execute' and 'withdraw verify'"));
    }

    /** Returns the report of a job that has to wait. */
    static Optional<JobReport> refused(StatePorts state, ManagedRepository repository, JobKind job) {
        return refusal(state, repository)
                .map(refusal -> JobReport.refused(job, repository.location(), List.of(refusal)));
    }

    /** What is back after its case had ended explains no damage. */
    private static boolean isAtWork(WithdrawalCase subject) {
        return subject.state() == CaseState.EXECUTING || (subject.hasDeleted() && !ENDED.contains(subject.state()));
    }
}
