package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.PauseJobs;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.run.JobKind;
import picocli.CommandLine.Option;

/** Keeps a person from running by hand what somebody paused, unless that is what they mean. */
final class PauseGuard {

    @Option(names = "--despite-pause", description = "Run although the job is paused.")
    private boolean despitePause;

    /** @throws CommandFailure when the job is paused */
    void check(Workplace workplace, ManagedRepository repository, JobKind job) {
        if (!despitePause) {
            new PauseJobs(workplace).of(repository, job).ifPresent(pause -> {
                throw new CommandFailure(
                        ExitCode.BUSY,
                        job.id() + " of " + repository.name() + " is " + pause.text()
                                + "; wait, end it with 'resume', or give --despite-pause");
            });
        }
    }
}
