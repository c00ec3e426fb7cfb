package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.CaseReport;
import io.fdlkeeper.maintenance.CertifyWithdrawal;
import io.fdlkeeper.maintenance.KeepCase;
import io.fdlkeeper.maintenance.ReportBreach;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is recorded of a case, and what leaves it. */
final class WithdrawRecords {

    private WithdrawRecords() {}

    @Command(
            name = "contained",
            description =
                    "Record that the host has blocked reading; the format itself has no block that can be lifted.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw contained w-20260102T030405678Z-1f3a5c --at 2026-11-29T10:20Z")
    static final class OfContained extends CaseCommand {

        @Option(names = "--at", required = true, paramLabel = "TIME", description = "When, such as 2026-11-29T10:20Z.")
        private String at;

        OfContained(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return new KeepCase(desk).contained(caseId, actor(), Moment.required("--at", at));
        }
    }

    @Command(
            name = "notified",
            description = "Record that the authority was told, which ends the clock of 72 hours.",
            footerHeading = "%nExample:%n",
            footer =
                    "  fdl-keeper withdraw notified w-20260102T030405678Z-1f3a5c --at 2026-11-30T09:00Z --reference A-17")
    static final class OfNotified extends CaseCommand {

        @Option(names = "--at", required = true, paramLabel = "TIME", description = "When, such as 2026-11-30T09:00Z.")
        private String at;

        @Option(names = "--reference", paramLabel = "TEXT", description = "The authority's reference.")
        private @Nullable String reference;

        OfNotified(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return new KeepCase(desk)
                    .notified(caseId, actor(), Moment.required("--at", at), Optional.ofNullable(reference));
        }
    }

    @Command(
            name = "residue",
            description =
                    "Show what is left over and who must act; 'ack' and names record that it is gone or accepted.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw residue w-20260102T030405678Z-1f3a5c ack r1 r2 --note 'mirror purged'")
    static final class OfResidue extends CaseCommand {

        private static final String ACK = "ack";

        @Parameters(
                index = "1..*",
                arity = "0..*",
                paramLabel = "ack ITEM",
                description = "The word ack, and the items to acknowledge.")
        private List<String> words = new ArrayList<>();

        @Option(
                names = "--note",
                paramLabel = "TEXT",
                description = "What was done. Never the value: it is kept for good.")
        private @Nullable String note;

        OfResidue(CommandContext context) {
            super(context);
        }

        @Override
        void check() {
            if (!words.isEmpty() && (!words.get(0).equals(ACK) || words.size() == 1)) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "after the case comes nothing, or the word ack and the items, such as: ack r1 r2");
            }
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            return words.isEmpty()
                    ? new KeepCase(desk).show(caseId)
                    : new KeepCase(desk)
                            .acknowledge(caseId, actor(), words.subList(1, words.size()), Optional.ofNullable(note));
        }

        @Override
        CaseView view() {
            return CaseView.OF_EXECUTION;
        }
    }

    @Command(
            name = "certificate",
            description = "Write the certificate: a signed document, a page for people, and what checks both.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw certificate w-20260102T030405678Z-1f3a5c --out certificate")
    static final class OfCertificate extends CaseCommand {

        @Option(
                names = "--out",
                required = true,
                paramLabel = "DIR",
                description = "The folder to write to; made if missing.")
        private String out;

        OfCertificate(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            CertifyWithdrawal.Answer answer = new CertifyWithdrawal(desk).certificate(caseId, actor());
            CertificateFolder.write(surroundings().folder().resolve(out), answer.files());
            return answer.report();
        }
    }

    @Command(
            name = "report",
            description = "Write the notice to the authority, as far as it can be filled in from the case.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper withdraw report w-20260102T030405678Z-1f3a5c --art33")
    static final class OfReport extends CaseCommand {

        @Option(
                names = "--art33",
                required = true,
                description = "The four parts that article 33 of the GDPR asks for.")
        private boolean article33;

        OfReport(CommandContext context) {
            super(context);
        }

        @Override
        CaseReport give(CaseDesk desk, String caseId) {
            CaseReport shown = new KeepCase(desk).show(caseId);
            return new CaseReport(
                    shown.subject(),
                    shown.outcome(),
                    new ReportBreach(desk).article33(caseId),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of());
        }
    }
}
