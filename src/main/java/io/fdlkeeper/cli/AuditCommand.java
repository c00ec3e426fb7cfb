package io.fdlkeeper.cli;

import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.audit.AuditCheckpoint;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks audit logs, anywhere. */
@Command(
        name = "audit",
        description = "Check the audit log, or a copy of it.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper audit verify /var/lib/fdl-keeper/audit",
        subcommands = AuditCommand.OfVerify.class)
final class AuditCommand {

    @Command(
            name = "verify",
            description = "Prove the chain of an audit log from its first entry, and its signed checkpoints.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper audit verify /var/lib/fdl-keeper/audit --signer keeper.pub")
    static final class OfVerify extends KeeperCommand {

        @Parameters(paramLabel = "FOLDER", description = "The folder 'audit' of a state directory, or a copy of it.")
        private String folder;

        @Option(
                names = "--signer",
                paramLabel = "FILE",
                description =
                        "The public key that must have signed every checkpoint, of which there must be one. Without it"
                                + " any key will do, and is named.")
        private @Nullable String signer;

        OfVerify(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            AuditAccount account;
            try {
                account = context().source().auditIn(Path.of(folder));
            } catch (RuntimeException e) {
                return say(false, 0, List.of(), String.valueOf(e.getMessage()));
            }
            if (account.entries() == 0) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "there is no audit log in " + folder + ": name the folder that holds log.jsonl");
            }
            List<Optional<String>> signers =
                    account.checkpoints().stream().map(this::signerOf).toList();
            if (signers.stream().anyMatch(Optional::isEmpty)) {
                return say(
                        false,
                        account.entries(),
                        List.of(),
                        "a checkpoint of the audit log is not as it was signed: keep the folder as evidence");
            }
            List<String> keys =
                    signers.stream().flatMap(Optional::stream).distinct().toList();
            if (signer != null && !keys.equals(List.of(fingerprint(signer)))) {
                return say(
                        false,
                        account.entries(),
                        keys,
                        "the chain of " + account.entries() + " entries is unbroken, but "
                                + (keys.isEmpty()
                                        ? "no checkpoint vouches for it: it may have been written anew"
                                        : "its checkpoints are signed by " + String.join(", ", keys)
                                                + ", and not by the key given alone"));
            }
            return say(true, account.entries(), keys, unbroken(account, keys));
        }

        private static String unbroken(AuditAccount account, List<String> keys) {
            List<AuditCheckpoint> checkpoints = account.checkpoints();
            String signed = checkpoints.isEmpty()
                    ? "no checkpoint vouches for it"
                    : checkpoints.size() + " checkpoints, the last at entry "
                            + checkpoints.get(checkpoints.size() - 1).entries() + ", are signed by "
                            + String.join(", ", keys);
            return "the chain of " + account.entries() + " entries is unbroken; " + signed;
        }

        private String fingerprint(String name) {
            String line = new String(CertificateCommand.read(surroundings().folder(), name), StandardCharsets.UTF_8);
            return CaseCommand.told(() -> context().source().checking().fingerprint(line));
        }

        private Optional<String> signerOf(AuditCheckpoint checkpoint) {
            return context()
                    .source()
                    .checking()
                    .signedBy(AuditCheckpoint.NAMESPACE, checkpoint.message(), checkpoint.signature());
        }

        private ExitCode say(boolean good, long entries, List<String> keys, String message) {
            answer(
                    json -> {
                        json.writeBooleanField("valid", good);
                        json.writeNumberField("entries", entries);
                        JsonOutput.strings(json, "keys", keys);
                        json.writeStringField("message", message);
                    },
                    out -> out.println(message));
            return good ? ExitCode.DONE : ExitCode.VERIFICATION_FAILED;
        }
    }
}
