package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.MemoryKeeper.LOCATION;
import static io.fdlkeeper.maintenance.MemoryKeeper.NOW;
import static io.fdlkeeper.maintenance.MemoryKeeper.OLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.LeaseLostException;
import io.fdlkeeper.run.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an observer of runs hears, and that a run does not hear it. */
class RunObserverTests {

    private final MemoryKeeper keeper = new MemoryKeeper();
    private final List<String> heard = new ArrayList<>();
    private final Workplace workplace = keeper.workplace().observedBy(new Listening());

    @BeforeEach
    void commitOneVersion() {
        VersionId version = keeper.repository.version(1, OLD);
        keeper.repository.ref("refs/heads/main", version);
    }

    @Test
    void aRunIsHeardFromItsBeginningToItsEnd() {
        look(workplace);
        assertThat(heard)
                .containsExactly(
                        "began verify", "skew PT0S", "looked at 1 versions", "ended succeeded with its report");
    }

    @Test
    void aRepositoryWithoutItsDocumentEndsARunWithItsGuard() {
        keeper.repository.store.remove("fdl.json");
        look(workplace);
        assertThat(heard).containsExactly("began verify", "skew PT0S", "ended refused with its report");
    }

    @Test
    void aCrashedRunIsHeardWhenALaterOneClosesIt() {
        keeper.crashed("id-0");
        look(workplace);
        assertThat(heard).startsWith("ended interrupted", "began verify");
    }

    @Test
    void aTakenLeaseIsHeardAsBusy() {
        try (var held = keeper.state.leases().tryTake(LOCATION, "another").orElseThrow()) {
            look(workplace);
            assertThat(held.isHeld()).isTrue();
        }
        assertThat(heard).containsExactly("busy verify");
    }

    @Test
    void aLostLeaseIsHeardBeforeTheRunFails() {
        assertThatThrownBy(() -> new Runs(workplace).exclusively(keeper.managed(), JobKind.GC, "who", run -> {
                    throw new LeaseLostException("lost");
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(heard).containsExactly("began gc", "lease lost", "ended failed with its report");
    }

    @Test
    void aClockThatIsWrongIsHeardWithItsSkew() {
        keeper.ourClock(NOW.minusSeconds(5));
        Workplace late = keeper.workplace().observedBy(new Listening());
        new ShowStatus(late).of(keeper.managed());
        assertThat(heard).containsExactly("skew PT5S", "looked at 1 versions");
    }

    @Test
    void whatAnObserverThrowsChangesNothing() {
        RunObserver broken = new RunObserver() {
            @Override
            public void began(RunRecord run) {
                throw new IllegalStateException("broken");
            }

            @Override
            public void ended(RunRecord run, Optional<JobReport> report) {
                throw new IllegalStateException("broken");
            }
        };
        Workplace both = keeper.workplace().observedBy(RunObserver.all(List.of(broken, new Listening())));
        JobReport report = look(both);
        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(heard).hasSize(4);
    }

    /** A run that looks at refs and versions and does nothing more. */
    private JobReport look(Workplace at) {
        return new Runs(at).exclusively(keeper.managed(), JobKind.VERIFY, "who", run -> {
            Observation seen = new Looking(at, keeper.managed()).atRoots();
            return seen.refusals().isEmpty()
                    ? JobReport.of(JobKind.VERIFY, LOCATION, JobOutcome.SUCCEEDED, "seen")
                    : JobReport.refused(JobKind.VERIFY, LOCATION, seen.refusals());
        });
    }

    private final class Listening implements RunObserver {

        @Override
        public void began(RunRecord run) {
            heard.add("began " + run.job().id());
        }

        @Override
        public void ended(RunRecord run, Optional<JobReport> report) {
            heard.add("ended " + run.outcome().orElseThrow().id() + (report.isPresent() ? " with its report" : ""));
        }

        @Override
        public void busy(String location, JobKind job) {
            heard.add("busy " + job.id());
        }

        @Override
        public void leaseLost(RunRecord run) {
            heard.add("lease lost");
        }

        @Override
        public void looked(RepositoryView view) {
            heard.add("looked at " + view.versions().size() + " versions");
        }

        @Override
        public void skew(String location, Duration ahead) {
            heard.add("skew " + ahead);
        }
    }
}
