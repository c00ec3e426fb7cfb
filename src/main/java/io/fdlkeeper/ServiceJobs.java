package io.fdlkeeper;

import io.fdlkeeper.maintenance.ApplyRetention;
import io.fdlkeeper.maintenance.CloseCrashedRuns;
import io.fdlkeeper.maintenance.CollectGarbage;
import io.fdlkeeper.maintenance.GuardRepository;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.VerifyRepository;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.run.FireTimes;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.PauseStore;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.schedule.Keeping;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does for schedules what a person would by commands. */
final class ServiceJobs implements Keeping {

    /** Who gives the orders, in run records and the audit log. */
    static final String ACTOR = "schedule";

    private static final Logger LOG = LoggerFactory.getLogger(ServiceJobs.class);

    private final LiveKeeper keeper;
    private final IntSupplier running;
    private final Runnable giveUp;
    private boolean crashedRunsClosed;

    /**
     * @param running how many jobs run now
     * @param giveUp  ends the service, whose state only a new process can open
     */
    ServiceJobs(LiveKeeper keeper, IntSupplier running, Runnable giveUp) {
        this.keeper = keeper;
        this.running = running;
        this.giveUp = giveUp;
    }

    @Override
    public List<ScheduledJob> scheduled() {
        return keeper.readSchedules();
    }

    @Override
    public FireTimes fireTimes() {
        return keeper.workplace().state().fireTimes();
    }

    @Override
    public PauseStore pauses() {
        return keeper.workplace().state().pauses();
    }

    private static JobReport run(JobKind job, Workplace workplace, ManagedRepository repository, Order order) {
        return switch (job) {
            case RETENTION -> new ApplyRetention(workplace).run(repository, order);
            case GC -> new CollectGarbage(workplace).run(repository, order);
            case VERIFY -> new VerifyRepository(workplace).run(repository, order);
            case RESTORE, WITHDRAWAL ->
                throw new IllegalArgumentException("a person orders a " + job.id() + ", no schedule does");
        };
    }

    /** Looks whether withdrawn data is back; what hinders the look hinders no job. */
    private void guard(ManagedRepository repository) {
        try {
            for (GuardRepository.Looked looked : new GuardRepository(keeper.desk()).look(repository, ACTOR)) {
                looked.hits()
                        .forEach(hit -> LOG.error(
                                "WITHDRAWN DATA IS BACK in {}: case {}, version {}: {}; see 'withdraw show {}'",
                                repository.name(),
                                looked.subject().id(),
                                hit.version().map(Object::toString).orElse("none"),
                                hit.what(),
                                looked.subject().id()));
                if (!looked.unread().isEmpty()) {
                    LOG.warn(
                            "{}: {} new things could not be read, and may hold what case {} withdrew; see 'withdraw guard'",
                            repository.name(),
                            looked.unread().size(),
                            looked.subject().id());
                }
            }
        } catch (RuntimeException e) {
            LOG.error("nobody looked whether withdrawn data is back in {}: {}", repository.name(), e.getMessage());
        }
    }

    @Override
    public JobReport run(ScheduledJob job, StopToken stop) {
        try {
            Workplace workplace = keeper.workplace();
            ManagedRepository repository = keeper.repository(job.repository());
            Order order = new Order(ACTOR, Optional.empty(), false, Progress.SILENT, stop);
            JobReport report = run(job.job(), workplace, repository, order);
            guard(repository);
            return report;
        } catch (RuntimeException e) {
            keeper.noticed(e);
            throw e;
        }
    }

    @Override
    public boolean everyMinute() {
        boolean openAgain = keeper.maintain(running.getAsInt() == 0);
        if (keeper.isLost()) {
            giveUp.run();
        }
        if (!crashedRunsClosed && keeper.problem().isEmpty()) {
            crashedRunsClosed = true;
            keeper.names().forEach(this::closeCrashedRuns);
        }
        return openAgain;
    }

    /** What cannot be closed now, since the store does not answer for example, the next run closes. */
    private void closeCrashedRuns(String name) {
        try {
            int closed = new CloseCrashedRuns(keeper.workplace()).of(keeper.repository(name));
            if (closed > 0) {
                LOG.info("{}: {} runs that the end of an earlier process interrupted were closed", name, closed);
            }
        } catch (RuntimeException e) {
            LOG.warn("{}: interrupted runs are closed by its next run, not now: {}", name, e.getMessage());
        }
    }
}
