package io.fdlkeeper.cli;

import io.fdlkeeper.withdrawal.EnrolledKey;
import io.fdlkeeper.withdrawal.Signing;
import io.fdlkeeper.withdrawal.proof.Certificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
                description =
                        "The public key that must have signed it, or a file of allowed signers. Without it any key will do, and is"
                                + " named.")
        private @Nullable String signer;

        OfVerify(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            byte[] document = read(file);
            String armoured = new String(read(signature == null ? file + ".sig" : signature), StandardCharsets.UTF_8);
            Signing signing = context().source().checking();
            Optional<String> by = signing.signedBy(Certificate.NAMESPACE, document, armoured);
            if (by.isEmpty()) {
                return say(
                        Optional.empty(),
                        "",
                        "the certificate is not what was signed: it was changed, or the signature is another's; do not rely on it");
            }
            Certificate certificate;
            try {
                certificate = Certificate.read(new String(document, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                return say(Optional.empty(), by.get(), String.valueOf(e.getMessage()));
            }
            if (!certificate.issuerKey().equals(by)) {
                return say(
                        Optional.empty(),
                        by.get(),
                        "the certificate was signed by the key " + by.get()
                                + ", and says that another issued it; do not rely on it");
            }
            return judged(certificate, document, armoured, by.get());
        }

        private ExitCode judged(Certificate certificate, byte[] document, String armoured, String by) {
            if (signer == null) {
                return say(
                        Optional.of(certificate),
                        by,
                        "the certificate is intact, signed by the key " + by
                                + ", which nobody vouched for here: compare it with the keeper's own, or give --signer");
            }
            List<EnrolledKey> known = PublicKeyFile.keys(new String(read(signer), StandardCharsets.UTF_8));
            Signing signing = context().source().checking();
            boolean theirs = CaseCommand.told(() -> signing.signer(Certificate.NAMESPACE, document, armoured, known)
                    .isPresent());
            return theirs
                    ? say(Optional.of(certificate), by, "the certificate is intact, as the key " + by + " signed it")
                    : say(
                            Optional.empty(),
                            by,
                            "the certificate was signed by the key " + by + ", which is not the one given");
        }

        private ExitCode say(Optional<Certificate> certificate, String key, String message) {
            answer(
                    json -> {
                        json.writeBooleanField("valid", certificate.isPresent());
                        json.writeStringField("key", key);
                        if (certificate.isPresent()) {
                            json.writeStringField("case", certificate.get().caseId());
                            json.writeNumberField("number", certificate.get().number());
                            json.writeStringField("state", certificate.get().state());
                        }
                        json.writeStringField("message", message);
                    },
                    out -> {
                        certificate.ifPresent(one -> out.println(
                                "certificate " + one.number() + " of case " + one.caseId() + ", " + one.state()));
                        out.println(message);
                    });
            return certificate.isPresent() ? ExitCode.DONE : ExitCode.VERIFICATION_FAILED;
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
