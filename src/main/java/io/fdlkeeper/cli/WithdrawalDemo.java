package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.ApproveWithdrawal;
import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.CaseReport;
import io.fdlkeeper.maintenance.CertifyWithdrawal;
import io.fdlkeeper.maintenance.ExecuteWithdrawal;
import io.fdlkeeper.maintenance.FindLeak;
import io.fdlkeeper.maintenance.OpenWithdrawal;
import io.fdlkeeper.maintenance.PlanWithdrawal;
import io.fdlkeeper.maintenance.VerifyWithdrawal;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.withdrawal.CaseOpening;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.find.Selector;
import io.fdlkeeper.withdrawal.proof.Certificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Plays the withdrawal of a leaked address through, from the report to the certificate. */
final class WithdrawalDemo {

    /** Who approves, since whoever opened a case may not. */
    static final String COLLEAGUE = "a-colleague";

    private static final Duration KNOWN_FOR = Duration.ofHours(2);
    private static final String CERTIFICATE = "certificate.json";

    private final CaseDesk desk;
    private final String location;
    private final DemoFolder folder;
    private final CommandContext context;
    private final Consumer<String> tell;
    private final List<Step> steps = new ArrayList<>();

    /** @param tell hears what is being done */
    WithdrawalDemo(OpenKeeper keeper, DemoFolder folder, CommandContext context, Consumer<String> tell) {
        this.desk = keeper.desk();
        this.location = keeper.repository(keeper.names().get(0)).location();
        this.folder = folder;
        this.context = context;
        this.tell = tell;
    }

    /**
     * One act, and what the keeper said.
     *
     * @param command what a person types
     * @param because what the act shows, in a sentence
     */
    record Step(String command, String because, CaseReport report) {}

    /**
     * What the demo has to show.
     *
     * @param before where the bytes of the address were before anything was done
     * @param after  where they are now
     * @param untouched whether the certificate is as it was signed
     * @param changed   whether it still counts with one byte changed
     */
    record Result(
            String caseId,
            List<Step> steps,
            ByteSearch.Seen before,
            ByteSearch.Seen after,
            String clean,
            boolean untouched,
            boolean changed) {

        boolean isProved() {
            return !before.holding().isEmpty() && after.holding().isEmpty() && untouched && !changed;
        }
    }

    Result on(KeeperSource.Leak leak) {
        ByteSearch.Seen before = ByteSearch.under(folder.root(), leak.value());
        String caseId = open();
        find(caseId, leak, "The find reads only. Of every version it tells why it holds the address.");
        planInVain(caseId);
        tell.accept("the writer publishes a clean version");
        String clean = leak.publishClean();
        find(
                caseId,
                leak,
                "The writer has written the file without the row, expired the snapshots that saw the old one, and"
                        + " published version " + clean + ". So the case looks again.");
        String digest = planAnew(caseId);
        approve(caseId, digest);
        finish(caseId);
        Map<String, String> certificate = certificate(caseId);
        byte[] document = bytes(certificate, CERTIFICATE);
        String signature = new String(bytes(certificate, CERTIFICATE + ".sig"), StandardCharsets.UTF_8);
        byte[] changed = document.clone();
        changed[changed.length / 2] ^= 1;
        return new Result(
                caseId,
                List.copyOf(steps),
                before,
                ByteSearch.under(folder.root(), leak.value()),
                clean,
                isSigned(document, signature),
                isSigned(changed, signature));
    }

    private String open() {
        Instant aware = context.surroundings()
                .clock()
                .instant()
                .truncatedTo(ChronoUnit.MINUTES)
                .minus(KNOWN_FOR);
        CaseOpening opening =
                new CaseOpening(List.of(location), "personal-data", actor(), Optional.empty(), false, 0, true);
        CaseReport opened = new OpenWithdrawal(desk).open(opening, Optional.of(1), aware, Optional.empty());
        return take(
                        "withdraw open --reason personal-data --aware-since " + aware,
                        "Two clocks run from now on: the authority's, from awareness, and that of the person concerned.",
                        opened,
                        CaseState.DRAFT)
                .subject()
                .id();
    }

    private void find(String caseId, KeeperSource.Leak leak, String because) {
        Selector row = new Selector(
                Selector.Kind.WHERE, Optional.of(leak.table()), leak.column() + " = '" + leak.value() + "'");
        CaseReport found = new FindLeak(desk).find(caseId, List.of(row), actor(), Progress.SILENT, stop());
        take("withdraw find " + caseId + " --where-file -", because, found, CaseState.FOUND);
    }

    private void planInVain(String caseId) {
        CaseReport blocked = new PlanWithdrawal(desk).plan(caseId, Optional.of(true), actor(), Progress.SILENT);
        take(
                "withdraw plan " + caseId + " --delete-tags",
                "The newest version only deletes the row: no query shows the address, but the files that hold it are still"
                        + " named, so removing them would harm readers. The plan is blocked until its writer acts.",
                blocked,
                CaseState.BLOCKED);
    }

    private String planAnew(String caseId) {
        CaseReport planned = new PlanWithdrawal(desk).plan(caseId, Optional.of(true), actor(), Progress.SILENT);
        return take(
                        "withdraw plan " + caseId + " --delete-tags",
                        "Nothing is in the way now. The plan is frozen, and its digest stands for all of it.",
                        planned,
                        CaseState.AWAITING_APPROVAL)
                .subject()
                .plan()
                .orElseThrow()
                .digest();
    }

    private void approve(String caseId, String digest) {
        String command = "withdraw approve " + caseId + " --digest " + digest.substring(0, 16);
        CaseReport own =
                new ApproveWithdrawal(desk).approve(caseId, digest, actor(), Optional.empty(), Optional.empty());
        take(command, "Whoever opened the case does not approve it.", own, CaseState.AWAITING_APPROVAL);
        CaseReport approved =
                new ApproveWithdrawal(desk).approve(caseId, digest, COLLEAGUE, Optional.empty(), Optional.empty());
        take(
                "FDL_KEEPER_USER=" + COLLEAGUE + " fdl-keeper " + command,
                "Somebody else does. No key is enrolled here ('approver add'), so the approval is a name without a"
                        + " signature, and the certificate says so.",
                approved,
                CaseState.APPROVED);
    }

    private void finish(String caseId) {
        tell.accept("executing and verifying");
        CaseReport executed = new ExecuteWithdrawal(desk).execute(caseId, actor(), Progress.SILENT, stop());
        take(
                "withdraw execute " + caseId,
                "First the tag and the index of refs, then the data files, then a mark on each affected version, then its"
                        + " catalog: no reader meets a missing file without an explanation.",
                executed,
                CaseState.VERIFYING);
        CaseReport verified = new VerifyWithdrawal(desk).verify(caseId, actor(), Progress.SILENT);
        take(
                "withdraw verify " + caseId,
                "An independent look: every key is gone, the find finds nothing, the kept versions open and rows are read.",
                verified,
                CaseState.COMPLETE);
    }

    private Map<String, String> certificate(String caseId) {
        CertifyWithdrawal.Answer answer = new CertifyWithdrawal(desk).certificate(caseId, actor());
        take(
                "withdraw certificate " + caseId + " --out certificate",
                "The proof, signed: for a machine, and as a page for people.",
                answer.report(),
                CaseState.COMPLETE);
        CertificateFolder.write(folder.certificate(), answer.files());
        return answer.files();
    }

    private CaseReport take(String command, String because, CaseReport report, CaseState expected) {
        steps.add(new Step(command, because, report));
        if (report.subject().state() != expected) {
            throw new CommandFailure(
                    ExitCode.ERROR,
                    "the demo did not go as it should: after '" + command + "' the case is "
                            + report.subject().state() + " and not " + expected + " (" + report.message() + ")");
        }
        return report;
    }

    private boolean isSigned(byte[] document, String signature) {
        return context.source()
                .checking()
                .signedBy(Certificate.NAMESPACE, document, signature)
                .isPresent();
    }

    private byte[] bytes(Map<String, String> certificate, String name) {
        if (!certificate.containsKey(name)) {
            throw new CommandFailure(ExitCode.ERROR, "the demo did not go as it should: the case has no " + name);
        }
        Path file = folder.certificate().resolve(name);
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String actor() {
        return context.surroundings().actor();
    }

    private StopToken stop() {
        return context.surroundings().stop();
    }
}
