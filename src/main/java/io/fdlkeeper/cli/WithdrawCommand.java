package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.CaseReport;
import io.fdlkeeper.maintenance.KeepCase;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Withdraws leaked data, from the report to the certificate. */
@Command(
        name = "withdraw",
        description = "Withdraw leaked data from every version that holds it, with proof.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper withdraw open towns --reason personal-data --aware-since 2026-11-29T10:00Z",
        subcommands = {
            WithdrawOpenCommand.class,
            WithdrawFindCommand.class,
            WithdrawCommand.OfShow.class,
            WithdrawSteps.OfPlan.class,
            WithdrawSteps.OfApprove.class,
            WithdrawSteps.OfReject.class,
            WithdrawSteps.OfExecute.class,
            WithdrawSteps.OfPause.class,
            WithdrawSteps.OfResume.class,
            WithdrawSteps.OfCancel.class,
            WithdrawSteps.OfVerify.class,
            WithdrawSteps.OfReopen.class,
            WithdrawRecords.OfContained.class,
            WithdrawRecords.OfNotified.class,
            WithdrawRecords.OfResidue.class,
            WithdrawRecords.OfCertificate.class,
            WithdrawRecords.OfReport.class,
            WithdrawCommand.OfList.class,
            WithdrawPolicyCommand.class,
            WithdrawGuardCommand.class
        })
final class WithdrawCommand {

    @Command(
            name = "show",
            description = "Show a case: what was found, what stands in the way, what was done, what is left.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw show w-20260102T030405678Z-1f3a5c")
    static final class OfShow extends CaseCommand {

        OfShow(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return new KeepCase(desk).show(caseId);
        }

        @Override
        CaseView view() {
            return CaseView.OF_ALL;
        }
    }

    @Command(
            name = "list",
            description = "List the cases of this state.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw list")
    static final class OfList extends KeeperCommand {

        @Mixin
        private PlaceOptions place;

        OfList(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            KeeperOptions options = context().source().recall(place.asPlace(), Optional.empty());
            try (OpenKeeper keeper = context().source().open(options)) {
                List<WithdrawalCase> cases = new KeepCase(keeper.desk()).list();
                answer(
                        json -> {
                            json.writeArrayFieldStart("cases");
                            for (WithdrawalCase one : cases) {
                                json.writeStartObject();
                                CaseJson.of(json, one);
                                json.writeEndObject();
                            }
                            json.writeEndArray();
                        },
                        out -> {
                            Table table =
                                    new Table("case", "state", "tell the authority by", "answer by", "repositories");
                            cases.forEach(one -> table.row(
                                    one.id(),
                                    one.state().name(),
                                    one.clocks()
                                            .notifiedAt()
                                            .map(at -> "told at " + at)
                                            .orElse(one.clocks().notifyBy().toString()),
                                    one.clocks().answerBy().toString(),
                                    String.join(", ", one.opening().locations())));
                            table.to(out);
                        });
                return ExitCode.DONE;
            }
        }
    }
}
