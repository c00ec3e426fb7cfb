package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Observers told one after the other; what one throws keeps nothing from the others, nor from the run. */
final class RunObservers implements RunObserver {

    private static final Logger LOG = LoggerFactory.getLogger(RunObservers.class);

    private final List<RunObserver> observers;

    RunObservers(List<RunObserver> observers) {
        this.observers = List.copyOf(observers);
    }

    @Override
    public void began(RunRecord run) {
        tell(observer -> observer.began(run));
    }

    @Override
    public void ended(RunRecord run, Optional<JobReport> report) {
        tell(observer -> observer.ended(run, report));
    }

    @Override
    public void busy(String location, JobKind job) {
        tell(observer -> observer.busy(location, job));
    }

    @Override
    public void leaseLost(RunRecord run) {
        tell(observer -> observer.leaseLost(run));
    }

    @Override
    public void looked(RepositoryView view) {
        tell(observer -> observer.looked(view));
    }

    @Override
    public void skew(String location, Duration ahead) {
        tell(observer -> observer.skew(location, ahead));
    }

    private void tell(Consumer<RunObserver> word) {
        for (RunObserver observer : observers) {
            try {
                word.accept(observer);
            } catch (RuntimeException e) {
                LOG.error("An observer of runs failed; the run goes on", e);
            }
        }
    }
}
