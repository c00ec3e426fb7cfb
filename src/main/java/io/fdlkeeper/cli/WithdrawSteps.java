package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.ApproveWithdrawal;
import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.CaseReport;
import io.fdlkeeper.maintenance.ExecuteWithdrawal;
import io.fdlkeeper.maintenance.KeepCase;
import io.fdlkeeper.maintenance.PlanWithdrawal;
import io.fdlkeeper.maintenance.VerifyWithdrawal;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The steps of a case after the find. */
final class WithdrawSteps {

    private WithdrawSteps() {}

    /** A step that needs a reason, which is kept for good. */
    abstract static class Reasoned extends CaseCommand {

        @Option(
                names = "--reason",
                required = true,
                paramLabel = "TEXT",
                description = "Why, for whoever asks later. Never the value: it is kept for good.")
        String reason;

        Reasoned(CommandContext context) {
            super(context);
        }

        @Override
        void check() {
            if (reason.isBlank()) {
                throw new CommandFailure(ExitCode.USAGE, "--reason must not be blank: say why");
            }
        }
    }

    @Command(
            name = "plan",
            description =
                    "Freeze what will be done, with what stands in the way, and what will be left. Deletes nothing.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw plan w-20260102T030405678Z-1f3a5c --delete-tags")
    static final class OfPlan extends CaseCommand {

        @Option(names = "--delete-tags", description = "Tags on affected versions are the case's to delete.")
        private boolean deleteTags;

        OfPlan(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            Optional<Boolean> tags = deleteTags ? Optional.of(true) : Optional.empty();
            return watched(progress -> new PlanWithdrawal(desk).plan(caseId, tags, actor(), progress));
        }

        @Override
        CaseView view() {
            return CaseView.OF_PLAN;
        }
    }

    @Command(
            name = "approve",
            description = "Approve a plan by its digest. Not for whoever opened or asked for the case.",
            footerHeading = "%nExample:%n",
            footer =
                    "  fdl-keeper withdraw approve w-20260102T030405678Z-1f3a5c --digest 4f1d0a6c2b9e7d35 --signature plan.sig")
    static final class OfApprove extends CaseCommand {

        @Option(
                names = "--digest",
                required = true,
                paramLabel = "DIGEST",
                description = "The plan's digest, or a beginning of it of at least 8 characters.")
        private String digest;

        @Option(
                names = "--signature",
                paramLabel = "FILE",
                description =
                        "Your SSH signature over the digest, made with 'ssh-keygen -Y sign -n fdl-keeper-withdrawal'.")
        private @Nullable String signature;

        @Option(
                names = "--break-glass",
                paramLabel = "REASON",
                description =
                        "Approve alone what others should approve, for this reason. Told loudly wherever it is seen.")
        private @Nullable String breakGlass;

        OfApprove(CommandContext context) {
            super(context);
        }

        @Override
        void check() {
            if (breakGlass != null && breakGlass.isBlank()) {
                throw new CommandFailure(
                        ExitCode.USAGE, "--break-glass needs a reason: say why nobody else can approve");
            }
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return new ApproveWithdrawal(desk)
                    .approve(caseId, digest, actor(), signed(), Optional.ofNullable(breakGlass));
        }

        private Optional<String> signed() {
            if (signature == null) {
                return Optional.empty();
            }
            try {
                return Optional.of(Files.readString(surroundings().folder().resolve(signature)));
            } catch (IOException e) {
                throw new CommandFailure(ExitCode.USAGE, "the signature " + signature + " cannot be read: " + e, e);
            }
        }
    }

    @Command(
            name = "reject",
            description = "Reject a plan.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw reject w-20260102T030405678Z-1f3a5c --reason 'wrong table'")
    static final class OfReject extends Reasoned {

        OfReject(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return new ApproveWithdrawal(desk).reject(caseId, actor(), reason);
        }
    }

    @Command(
            name = "execute",
            description = "Execute the approved plan: tags, data, marks, catalogs. Goes on where it was cut off.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw execute w-20260102T030405678Z-1f3a5c")
    static class OfExecute extends CaseCommand {

        OfExecute(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return watched(progress -> new ExecuteWithdrawal(desk)
                    .execute(caseId, actor(), progress, surroundings().stop()));
        }

        @Override
        CaseView view() {
            return CaseView.OF_EXECUTION;
        }
    }

    @Command(
            name = "resume",
            description = "Go on with an execution that was paused.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw resume w-20260102T030405678Z-1f3a5c")
    static final class OfResume extends OfExecute {

        OfResume(CommandContext context) {
            super(context);
        }
    }

    @Command(
            name = "pause",
            description = "Stop an execution after the item in hand. Marks are still placed if a file is gone.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw pause w-20260102T030405678Z-1f3a5c --reason 'host asks to wait'")
    static final class OfPause extends Reasoned {

        OfPause(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return new KeepCase(desk).pause(caseId, actor(), reason);
        }
    }

    @Command(
            name = "cancel",
            description = "Give a case up. Only before the first deletion.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw cancel w-20260102T030405678Z-1f3a5c --reason 'false alarm'")
    static final class OfCancel extends Reasoned {

        OfCancel(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return new KeepCase(desk).cancel(caseId, actor(), reason);
        }
    }

    @Command(
            name = "verify",
            description = "Look independently whether everything is gone, name what is left, and certify it.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw verify w-20260102T030405678Z-1f3a5c")
    static final class OfVerify extends CaseCommand {

        OfVerify(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return watched(progress -> new VerifyWithdrawal(desk).verify(caseId, actor(), progress));
        }

        @Override
        CaseView view() {
            return CaseView.OF_EXECUTION;
        }
    }

    @Command(
            name = "reopen",
            description = "Begin an ended case anew, with its clocks as they are.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw reopen w-20260102T030405678Z-1f3a5c --reason 'another table, too'")
    static final class OfReopen extends Reasoned {

        OfReopen(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return new KeepCase(desk).reopen(caseId, actor(), reason);
        }
    }
}
