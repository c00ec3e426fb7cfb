package io.fdlkeeper;

import io.fdlkeeper.catalog.duckdb.DuckDbReferenceSets;
import io.fdlkeeper.catalog.duckdb.search.DuckDbLeakSearches;
import io.fdlkeeper.fakes.ForwardingState;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.CaseReport;
import io.fdlkeeper.maintenance.ExecuteWithdrawal;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.RunLimits;
import io.fdlkeeper.maintenance.WithdrawalRules;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.signing.SshSigning;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.store.local.LocalStore;
import io.fdlkeeper.withdrawal.CaseStore;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.removal.CaseJournal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

/**
 * An execution of a case on a real folder with the real state, which kills its own process at one step of its journal.
 *
 * <p>A step is passed between the row that intends it and its act, and again between its act and the row that records it.
 */
final class KilledWithdrawal {

    private final Path repository;
    private final Path state;
    private final DeadlySteps deadly;

    private KilledWithdrawal(Path repository, Path state, int killAt) {
        this.repository = repository;
        this.state = state;
        this.deadly = new DeadlySteps(killAt);
    }

    /** Arguments: repository, state, case, step at which the process dies. */
    public static void main(String[] arguments) {
        new KilledWithdrawal(Path.of(arguments[0]), Path.of(arguments[1]), Integer.parseInt(arguments[3]))
                .execute(arguments[2]);
    }

    /** Executes a case to its end and returns how many rows its journal was given. */
    static int steps(Path repository, Path state, String caseId) {
        var run = new KilledWithdrawal(repository, state, DeadlySteps.NEVER);
        run.execute(caseId);
        return run.deadly.passed();
    }

    private CaseReport execute(String caseId) {
        Clock clock = Clock.systemUTC();
        try (KeeperState kept = KeeperState.open(state, clock)) {
            var workplace = new Workplace(
                    new Watched(kept),
                    (location, reader, address) -> new DuckDbReferenceSets(
                                    kept.referencesFolder(location), kept.temporaryFolder(), "64MB", 1, false)
                            .open(reader, address),
                    kept.temporaryFolder(),
                    clock,
                    () -> UUID.randomUUID().toString());
            var managed = new ManagedRepository(
                    "killed",
                    LocalStore.at(repository, clock),
                    List.of(),
                    List.of(),
                    RetentionPolicy.exactly(1),
                    GcSafety.DEFAULT,
                    RunLimits.DEFAULT);
            var desk = new CaseDesk(
                    workplace,
                    new DuckDbLeakSearches(kept.temporaryFolder(), "64MB", 1, false),
                    new SshSigning(kept.signingKeyFile()),
                    WithdrawalRules.DEFAULT,
                    location -> managed);
            return new ExecuteWithdrawal(desk).execute(caseId, "tester", Progress.SILENT, StopToken.NEVER);
        }
    }

    /** The real state, whose sealed journals tell of every row. */
    private final class Watched extends ForwardingState {

        Watched(KeeperState state) {
            super(state);
        }

        @Override
        public CaseStore cases() {
            CaseStore cases = state.cases();
            return forwarding(
                    CaseStore.class,
                    cases,
                    (method, arguments, answer) ->
                            method.equals("files") ? journalled((SealedFiles) answer.give()) : answer.give());
        }

        private SealedFiles journalled(SealedFiles files) {
            return forwarding(SealedFiles.class, files, (method, arguments, answer) -> {
                boolean journal = method.equals("append") && SealedNames.JOURNAL.equals(arguments[0]);
                if (!journal) {
                    return answer.give();
                }
                // Intentions are on disk before the act, results only after it.
                boolean intended =
                        ((CaseJournal.Row) arguments[1]).step().result().isEmpty();
                if (!intended) {
                    deadly.pass();
                }
                Object given = answer.give();
                if (intended) {
                    deadly.pass();
                }
                return given;
            });
        }
    }

    /** What the port behind would answer. */
    private interface Answer {
        Object give() throws Throwable;
    }

    /** Stands between a caller and a port. */
    private interface Between {
        Object call(String method, Object[] arguments, Answer answer) throws Throwable;
    }

    private static <T> T forwarding(Class<T> port, T behind, Between between) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(),
                new Class<?>[] {port},
                (proxy, method, arguments) -> between.call(method.getName(), arguments, () -> {
                    try {
                        return method.invoke(behind, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                })));
    }
}
