package io.fdlkeeper.state;

import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.run.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A process of its own that holds a state in the middle of a run, until it is killed or its input ends. */
final class StateHolder {

    static final String READY = "ready";
    static final String REPOSITORY = "/srv/lake";
    static final String RUN = "run-of-the-other-process";
    static final JournalEntry STEP = new JournalEntry("delete", "data/a.parquet", "e1", 7, "", "");

    private StateHolder() {}

    public static void main(String[] arguments) throws IOException {
        try (KeeperState state = KeeperState.open(Path.of(arguments[0]), Clock.systemUTC())) {
            Lease lease = state.leases().tryTake(REPOSITORY, RUN).orElseThrow();
            state.runs().begin(run());
            state.journals().open(RUN).intend(List.of(STEP));
            System.out.println(lease.isHeld() ? READY : "the lease is not held");
            System.out.flush();
            System.in.read();
        } catch (StateInUseException e) {
            System.out.println(e.getMessage());
        }
    }

    private static RunRecord run() {
        return new RunRecord(
                RUN,
                REPOSITORY,
                JobKind.GC,
                "tester",
                Instant.parse("2026-05-01T00:00:00Z"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                "",
                List.of());
    }
}
