package io.fdlkeeper.cli;

import io.fdlkeeper.withdrawal.EnrolledKey;
import io.fdlkeeper.withdrawal.Signing;
import io.fdlkeeper.withdrawal.proof.Certificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks certificates, anywhere. */
@Command(
        name = "certificate",
        description = "Check certificates of withdrawals. Needs neither state nor service.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper certificate verify certificate.json",
        subcommands = CertificateCommand.OfVerify.class)
final class CertificateCommand {

    @Command(
            name = "verify",
            description = "Tell whether a certificate is as it was signed, and by which key.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper certificate verify certificate.json --signer keeper.pub")
    static final class OfVerify extends KeeperCommand {

        @Parameters(paramLabel = "FILE", description = "The certificate.json.")
        private String file;

        @Option(
                names = "--signature",
                paramLabel = "FILE",
                description = "Its signature. Default: beside it, with .sig.")
        private @Nullable String signature;

        @Option(
                names = "--signer",
                paramLabel = "FILE",
                description = "The public key that must have signed it. Without it any key will do, and is named.")
        private @Nullable String signer;

        OfVerify(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            byte[] certificate = read(file);
            String armoured = new String(read(signature == null ? file + ".sig" : signature), StandardCharsets.UTF_8);
            Signing signing = context().source().checking();
            Optional<String> by = signing.signedBy(Certificate.NAMESPACE, certificate, armoured);
            if (by.isEmpty()) {
                return say(
                        false,
                        "",
                        "the certificate is not what was signed: it was changed, or the signature is another's; do not rely on it");
            }
            if (signer == null) {
                return say(
                        true,
                        by.get(),
                        "the certificate is as it was signed, by the key " + by.get()
                                + ", which nobody vouched for here: compare it with the keeper's own, or give --signer");
            }
            String line = new String(read(signer), StandardCharsets.UTF_8);
            EnrolledKey known = new EnrolledKey("signer", line, "", Instant.EPOCH);
            boolean theirs =
                    CaseCommand.told(() -> signing.signer(Certificate.NAMESPACE, certificate, armoured, List.of(known))
                            .isPresent());
            return theirs
                    ? say(true, by.get(), "the certificate is as the key " + by.get() + " signed it")
                    : say(
                            false,
                            by.get(),
                            "the certificate was signed by the key " + by.get() + ", which is not the one given");
        }

        private ExitCode say(boolean good, String key, String message) {
            answer(
                    json -> {
                        json.writeBooleanField("valid", good);
                        json.writeStringField("key", key);
                        json.writeStringField("message", message);
                    },
                    out -> out.println(message));
            return good ? ExitCode.DONE : ExitCode.VERIFICATION_FAILED;
        }

        private byte[] read(String name) {
            return CertificateCommand.read(surroundings().folder(), name);
        }
    }

    /** Reads a file a person named. */
    static byte[] read(Path folder, String name) {
        Path path = folder.resolve(name);
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "the file " + path + " cannot be read: name another", e);
        }
    }
}
