package io.fdlkeeper.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fdlkeeper.withdrawal.EnrolledKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures are those of ssh-keygen, both ways. */
class SshSigningTests {

    private static final byte[] MESSAGE = "what was withdrawn".getBytes(StandardCharsets.UTF_8);
    private static final String NAMESPACE = "fdl-keeper-certificate";

    @TempDir
    Path folder;

    private SshSigning signing() {
        return new SshSigning(folder.resolve("signing-key"));
    }

    private static EnrolledKey enrolled(String line) {
        return new EnrolledKey("ben", line, "admin", Instant.EPOCH);
    }

    @Test
    void ownSignatureIsFoundAgainWithTheKeyOfTheNextProcess() {
        String signature = signing().sign(NAMESPACE, MESSAGE);
        SshSigning next = signing();
        EnrolledKey own = enrolled(next.publicKey());
        assertThat(next.signer(NAMESPACE, MESSAGE, signature, List.of(own))).contains(own);
        assertThat(next.signedBy(NAMESPACE, MESSAGE, signature)).contains(next.fingerprint(next.publicKey()));
    }

    @Test
    void keyIsForItsOwnerAlone() throws IOException {
        signing().publicKey();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("signing-key"))))
                .isEqualTo("rw-------");
    }

    @Test
    void anotherMessageNamespaceKeyOrByteIsNoSignature() {
        SshSigning signing = signing();
        String signature = signing.sign(NAMESPACE, MESSAGE);
        EnrolledKey own = enrolled(signing.publicKey());
        EnrolledKey other = enrolled(new SshSigning(folder.resolve("other")).publicKey());
        assertThat(signing.signer(NAMESPACE, "else".getBytes(StandardCharsets.UTF_8), signature, List.of(own)))
                .isEmpty();
        assertThat(signing.signer("git", MESSAGE, signature, List.of(own))).isEmpty();
        assertThat(signing.signer(NAMESPACE, MESSAGE, signature, List.of(other)))
                .isEmpty();
        byte[] raw = Armour.SIGNATURE.within(signature);
        for (int i = 0; i < raw.length; i++) {
            byte[] changed = raw.clone();
            changed[i] ^= 1;
            assertThat(signing.signer(NAMESPACE, MESSAGE, Armour.SIGNATURE.around(changed), List.of(own)))
                    .as("byte " + i)
                    .isEmpty();
        }
        for (String none : List.of("", "no signature", signature.substring(0, 60))) {
            assertThat(signing.signedBy(NAMESPACE, MESSAGE, none)).isEmpty();
        }
    }

    @Test
    void whatIsNoKeyIsToldSo() throws IOException {
        for (String line : List.of("", "ssh-ed25519", "ssh-ed25519 !!!", "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIA==")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> signing().fingerprint(line))
                    .withMessageContaining("ssh-keygen");
        }
        Files.writeString(folder.resolve("signing-key"), "no key\n");
        assertThatIllegalStateException()
                .isThrownBy(() -> signing().publicKey())
                .withMessageContaining("signing-key");
    }

    @Test
    void sshKeygenAcceptsOurSignatureAndReadsOurKey() throws Exception {
        requireSshKeygen();
        SshSigning signing = signing();
        Files.write(folder.resolve("message"), MESSAGE);
        Files.writeString(folder.resolve("message.sig"), signing.sign(NAMESPACE, MESSAGE));
        Files.writeString(folder.resolve("signers"), "keeper " + signing.publicKey() + "\n");
        List<String> verify = List.of(
                "ssh-keygen", "-Y", "verify", "-f", "signers", "-I", "keeper", "-n", NAMESPACE, "-s", "message.sig");
        assertThat(run(verify, Optional.of("message")).code()).isZero();
        Files.writeString(folder.resolve("message"), "what was withdrawm");
        assertThat(run(verify, Optional.of("message")).code()).isNotZero();
        Ran shown = run(List.of("ssh-keygen", "-y", "-f", "signing-key"), Optional.empty());
        assertThat(shown.out()).contains(signing.publicKey().split(" ")[1]);
        assertThat(run(List.of("ssh-keygen", "-l", "-f", "signing-key"), Optional.empty())
                        .out())
                .contains(signing.fingerprint(signing.publicKey()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "ecdsa -b 256", "ecdsa -b 384", "ecdsa -b 521", "rsa -b 2048"})
    void signaturesOfSshKeygenAreAccepted(String kind) throws Exception {
        requireSshKeygen();
        List<String> make = new ArrayList<>(List.of("ssh-keygen", "-q", "-N", "", "-f", "theirs", "-t"));
        make.addAll(List.of(kind.split(" ")));
        assertThat(run(make, Optional.empty()).code()).isZero();
        Files.write(folder.resolve("message"), MESSAGE);
        assertThat(run(
                                List.of("ssh-keygen", "-Y", "sign", "-n", NAMESPACE, "-f", "theirs", "message"),
                                Optional.empty())
                        .code())
                .isZero();
        String signature = Files.readString(folder.resolve("message.sig"));
        EnrolledKey theirs = enrolled(Files.readString(folder.resolve("theirs.pub")));
        assertThat(signing().signer(NAMESPACE, MESSAGE, signature, List.of(theirs)))
                .contains(theirs);
        assertThat(signing().signer(NAMESPACE, new byte[0], signature, List.of(theirs)))
                .isEmpty();
    }

    private void requireSshKeygen() {
        boolean there;
        try {
            there = run(List.of("sh", "-c", "command -v ssh-keygen"), Optional.empty())
                            .code()
                    == 0;
        } catch (Exception e) {
            there = false;
        }
        assumeTrue(there, "ssh-keygen is not on the path: openssh-client has it");
    }

    private record Ran(int code, String out) {}

    private Ran run(List<String> command, Optional<String> input) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        input.ifPresent(file -> builder.redirectInput(folder.resolve(file).toFile()));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), out);
    }
}
