package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.WithdrawalKeeper.TAG;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.fakes.ForwardingState;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.CaseStore;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that dies at any row of a case's journal, before or after it is written, and goes on, ends where it would have ended. */
class KilledWithdrawalTests {

    @TempDir
    Path scratch;

    /** The end of the process; nothing in the product catches it. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A state whose sealed files let the process die at one of the rows that are added to them. */
    private static final class DyingAt extends ForwardingState {

        private final int row;
        private final boolean written;
        private int rows;

        /** @param written whether it dies after the row is written, or before */
        DyingAt(InMemoryState state, int row, boolean written) {
            super(state);
            this.row = row;
            this.written = written;
        }

        @Override
        public CaseStore cases() {
            return between(CaseStore.class, state.cases(), (method, call) -> {
                Object answer = call.get();
                return answer instanceof SealedFiles files
                        ? between(
                                SealedFiles.class,
                                files,
                                (name, act) -> name.equals("append") ? append(act) : act.get())
                        : answer;
            });
        }

        private Object append(Supplier<Object> act) {
            rows++;
            if (rows == row && !written) {
                throw new Killed();
            }
            Object answer = act.get();
            if (rows == row) {
                throw new Killed();
            }
            return answer;
        }

        /** Lets every call of a port pass through a test. */
        private static <T> T between(Class<T> port, Object target, BiFunction<String, Supplier<Object>, Object> test) {
            return port.cast(Proxy.newProxyInstance(
                    port.getClassLoader(),
                    new Class<?>[] {port},
                    (self, method, arguments) -> test.apply(method.getName(), () -> {
                        try {
                            return method.invoke(target, arguments);
                        } catch (InvocationTargetException e) {
                            if (e.getCause() instanceof RuntimeException cause) {
                                throw cause;
                            }
                            throw new AssertionError(e);
                        } catch (IllegalAccessException e) {
                            throw new AssertionError(e);
                        }
                    })));
        }
    }

    private WithdrawalKeeper story(Versioning versioning) {
        WithdrawalKeeper story = new WithdrawalKeeper(scratch, versioning);
        story.tag(story.second);
        story.store.beginUpload(WithdrawalKeeper.LEAK, story.store.now());
        return story.planned(true);
    }

    private static TreeMap<String, RemovalResult.Outcome> outcomes(CaseReport report) {
        TreeMap<String, RemovalResult.Outcome> outcomes = new TreeMap<>();
        report.results().forEach(result -> outcomes.put(result.item().key(), result.outcome()));
        return outcomes;
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "ENABLED"})
    void endIsTheSameWhereverTheProcessDied(Versioning versioning) {
        WithdrawalKeeper whole = story(versioning);
        var expected = outcomes(whole.execute());
        assertThat(whole.state()).isEqualTo(CaseState.VERIFYING);
        int deaths = 0;
        for (boolean written : List.of(true, false)) {
            int row = 1;
            while (diesAt(versioning, row, written, whole, expected)) {
                row++;
                deaths++;
            }
        }
        assertThat(deaths).isGreaterThan(30);
    }

    private boolean diesAt(
            Versioning versioning,
            int row,
            boolean written,
            WithdrawalKeeper whole,
            TreeMap<String, RemovalResult.Outcome> expected) {
        WithdrawalKeeper story = story(versioning);
        InMemoryState state = story.keeper.state;
        story.keeper.ports = new DyingAt(state, row, written);
        boolean died = false;
        try {
            story.execute();
        } catch (Killed e) {
            died = true;
            story.keeper.state = state.afterCrash();
        } finally {
            story.keeper.ports = null;
        }
        CaseReport end = died ? story.execute() : new KeepCase(story.desk()).show(story.caseId);
        String where = "row " + row + (written ? " written" : " not written");
        assertThat(story.state()).as(where).isEqualTo(CaseState.VERIFYING);
        assertThat(story.everything()).as(where).isEqualTo(whole.everything());
        assertThat(outcomes(end)).as(where).isEqualTo(expected);
        assertThat(story.store.exists(TAG)).isFalse();
        assertThat(story.keeper.state.runs().list(Optional.empty(), 10))
                .allSatisfy(run -> assertThat(run.outcome()).isPresent());
        if (died) {
            assertThat(story.keeper.state.runs().list(Optional.empty(), 10))
                    .anySatisfy(run -> assertThat(run.outcome()).contains(RunOutcome.INTERRUPTED));
        }
        story.verify();
        assertThat(story.state()).as(where).isEqualTo(CaseState.COMPLETE);
        return died;
    }
}
