package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.CaseReport;
import io.fdlkeeper.maintenance.UnknownCaseException;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.withdrawal.CaseChangedException;
import io.fdlkeeper.withdrawal.find.BadSelectorException;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What every command about one case has. */
abstract class CaseCommand extends KeeperCommand {

    @Mixin
    private PlaceOptions place;

    @Parameters(index = "0", paramLabel = "CASE", description = "The case's id, as 'withdraw list' shows it.")
    private String id;

    CaseCommand(CommandContext context) {
        super(context);
    }

    abstract CaseReport give(CaseDesk desk, String caseId);

    /** Which parts of a report the answer of this command shows. */
    CaseView view() {
        return CaseView.OF_CASE;
    }

    /** Checks what can be checked before anything is opened. */
    void check() {}

    @Override
    final ExitCode execute() {
        check();
        KeeperOptions options = context().source().recall(place.asPlace(), Optional.of(id));
        try (OpenKeeper keeper = context().source().open(options)) {
            CaseReport report = told(() -> give(keeper.desk(), id));
            answer(json -> new CaseJson(report, view()).to(json), out -> new CaseText(report, view()).to(out));
            return code(report.outcome());
        }
    }

    static ExitCode code(CaseReport.Outcome outcome) {
        return switch (outcome) {
            case DONE -> ExitCode.DONE;
            case INCOMPLETE -> ExitCode.PARTIAL;
            case REFUSED -> ExitCode.REFUSED;
            case STALE -> ExitCode.STALE;
            case BUSY -> ExitCode.BUSY;
            case FAILED -> ExitCode.ERROR;
        };
    }

    /** Something that gives an answer. */
    @FunctionalInterface
    interface Order<T> {
        T give();
    }

    /** Turns what a person got wrong into a failure with the right exit code. */
    static <T> T told(Order<T> order) {
        try {
            return order.give();
        } catch (BadSelectorException | UnknownCaseException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (CaseChangedException e) {
            throw new CommandFailure(ExitCode.BUSY, String.valueOf(e.getMessage()), e);
        }
    }

    final String actor() {
        return surroundings().actor();
    }

    /** Does something with progress shown where somebody watches. */
    final <T> T watched(Function<Progress, T> work) {
        if (quiet()) {
            return work.apply(Progress.SILENT);
        }
        ProgressLines lines = new ProgressLines(
                surroundings().err(), surroundings().terminal(), surroundings().clock());
        try {
            return work.apply(lines);
        } finally {
            lines.end();
        }
    }
}
