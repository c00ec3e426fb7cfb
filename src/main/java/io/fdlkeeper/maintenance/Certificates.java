package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.proof.Certificate;
import io.fdlkeeper.withdrawal.proof.CertificateFacts;
import io.fdlkeeper.withdrawal.proof.Verification;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes, signs and keeps the certificates of cases. They hold nothing personal, so they are kept in clear: the newest under plain names,
 * earlier ones under their numbers.
 */
final class Certificates {

    private final CaseDesk desk;

    Certificates(CaseDesk desk) {
        this.desk = desk;
    }

    /**
     * Certifies a case that has ended, while its sealed files are still there.
     *
     * @return the digest of the certificate
     */
    String issue(WithdrawalCase ended, Verification seen) {
        SealedFiles files = desk.cases().files(ended.id());
        StatePorts state = desk.workplace().state();
        AuditAccount account = state.audit().account();
        int before = newest(ended.id()).map(Certificate::number).orElse(0);
        Certificate certificate = Certificate.of(new CertificateFacts(
                ended,
                CaseFile.selectors(files),
                CaseFile.findings(files),
                CaseFile.results(files),
                versioning(ended),
                seen,
                state::keyHash,
                new CertificateFacts.Issuer(
                        "fdl-keeper",
                        desk.signing().fingerprint(desk.signing().publicKey()),
                        account.entries(),
                        account.hash()),
                new CertificateFacts.Issue(before + 1, guardedUntil(ended))));
        new GuardMemory(desk, ended.id()).keep(CaseFile.findings(files), CaseFile.results(files));
        return keep(ended.id(), certificate);
    }

    /**
     * Makes the certificate that takes the newest one's place, where there is one.
     *
     * @param back what is back, in words that show neither the value nor a key; empty where nothing is
     * @return the digest of the new one
     */
    Optional<String> succeed(WithdrawalCase subject, Instant at, List<String> back) {
        return desk.cases()
                .document(subject.id(), CertifyWithdrawal.CERTIFICATE)
                .map(content -> new String(content, StandardCharsets.UTF_8))
                .map(json -> keep(
                        subject.id(), Certificate.read(json).succeeded(sha256(json), subject, at, List.copyOf(back))));
    }

    private Optional<Certificate> newest(String caseId) {
        return desk.cases()
                .document(caseId, CertifyWithdrawal.CERTIFICATE)
                .map(content -> Certificate.read(new String(content, StandardCharsets.UTF_8)));
    }

    private Optional<Instant> guardedUntil(WithdrawalCase subject) {
        return subject.opening().guarded()
                ? subject.clocks().endedAt().map(end -> end.plus(desk.rules().guardFor()))
                : Optional.empty();
    }

    private Map<String, String> versioning(WithdrawalCase subject) {
        Map<String, String> versioning = new HashMap<>();
        subject.opening()
                .locations()
                .forEach(location -> versioning.put(
                        location,
                        desk.repositories()
                                .apply(location)
                                .store()
                                .hidden()
                                .versions()
                                .versioning()
                                .name()));
        return versioning;
    }

    private String keep(String caseId, Certificate certificate) {
        String json = certificate.json();
        String signature = desk.signing().sign(Certificate.NAMESPACE, json.getBytes(StandardCharsets.UTF_8));
        String numbered = "certificate-" + certificate.number() + ".json";
        put(caseId, numbered, json);
        put(caseId, numbered + ".sig", signature);
        put(caseId, CertifyWithdrawal.CERTIFICATE, json);
        put(caseId, CertifyWithdrawal.SIGNATURE, signature);
        put(caseId, CertifyWithdrawal.PAGE, certificate.page());
        put(
                caseId,
                CertifyWithdrawal.SIGNERS,
                Certificate.SIGNER + " namespaces=\"" + Certificate.NAMESPACE + "\" "
                        + desk.signing().publicKey() + "\n");
        return sha256(json);
    }

    private void put(String caseId, String name, String text) {
        desk.cases().putDocument(caseId, name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
