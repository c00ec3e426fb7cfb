package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.audit.AuditCheckpoint;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.proof.Certificate;
import io.fdlkeeper.withdrawal.proof.CertificateFacts;
import io.fdlkeeper.withdrawal.proof.Verification;
import io.fdlkeeper.withdrawal.removal.RemovalAction;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Ends a verified case: certifies it, then removes from the keeper's own state what shows the value. */
final class CaseEnd {

    /** Keyed hashes of the data files that were withdrawn, a line each, for whoever looks whether one is back. */
    static final String WITHDRAWN = "withdrawn-keys";

    private final CaseDesk desk;
    private final CaseChanges changes;

    CaseEnd(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /** @param notes what is left for people to do in the state */
    record Ended(WithdrawalCase subject, List<String> notes) {}

    /**
     * Certifies, saves and forgets.
     *
     * @param before the case as it is kept
     * @param after  the same, ended and with its residue
     * @param shows  whether a text shows the value
     */
    Ended end(WithdrawalCase before, WithdrawalCase after, Verification seen, Predicate<String> shows, String actor) {
        String json = certify(after, seen);
        WithdrawalCase ended = changes.save(
                before,
                after.with(after.clocks().ended(Optional.of(seen.at()))).certified(sha256(json)),
                CaseAction.VERIFY,
                actor,
                Map.of("certificate", sha256(json)));
        checkpoint(seen.at());
        return new Ended(ended, forget(ended, shows));
    }

    private String certify(WithdrawalCase subject, Verification seen) {
        SealedFiles files = desk.cases().files(subject.id());
        List<RemovalResult> results = CaseFile.results(files);
        Map<String, String> versioning = new HashMap<>();
        for (String location : subject.opening().locations()) {
            versioning.put(
                    location,
                    desk.repositories()
                            .apply(location)
                            .store()
                            .hidden()
                            .versions()
                            .versioning()
                            .name());
        }
        StatePorts state = desk.workplace().state();
        Certificate certificate = Certificate.of(new CertificateFacts(
                subject,
                CaseFile.selectors(files),
                CaseFile.findings(files),
                results,
                versioning,
                seen,
                state::keyHash,
                new CertificateFacts.Issuer(
                        "fdl-keeper",
                        desk.signing().fingerprint(desk.signing().publicKey()),
                        state.audit().account().entries())));
        String json = certificate.json();
        put(subject, CertifyWithdrawal.CERTIFICATE, json);
        put(
                subject,
                CertifyWithdrawal.SIGNATURE,
                desk.signing().sign(Certificate.NAMESPACE, json.getBytes(StandardCharsets.UTF_8)));
        put(subject, CertifyWithdrawal.PAGE, certificate.page());
        put(
                subject,
                CertifyWithdrawal.SIGNERS,
                "fdl-keeper namespaces=\"" + Certificate.NAMESPACE + "\" "
                        + desk.signing().publicKey() + "\n");
        put(
                subject,
                WITHDRAWN,
                results.stream()
                        .filter(result -> result.item().action() == RemovalAction.DELETE_DATA)
                        .map(result -> state.keyHash(result.item().key()) + "\n")
                        .collect(Collectors.joining()));
        return json;
    }

    private void put(WithdrawalCase subject, String name, String text) {
        desk.cases().putDocument(subject.id(), name, text.getBytes(StandardCharsets.UTF_8));
    }

    private void checkpoint(Instant at) {
        AuditAccount account = desk.workplace().state().audit().account();
        byte[] message = AuditCheckpoint.message(account.entries(), account.hash(), at);
        desk.workplace()
                .state()
                .audit()
                .keep(new AuditCheckpoint(
                        account.entries(),
                        account.hash(),
                        at,
                        desk.signing().sign(AuditCheckpoint.NAMESPACE, message)));
    }

    /** Once it is certified the plan, the findings and the journal have done their work. */
    List<String> forget(WithdrawalCase ended, Predicate<String> shows) {
        List<String> notes = new ArrayList<>();
        for (String location : ended.opening().locations()) {
            notes.addAll(desk.workplace().state().forget(location, shows));
        }
        desk.cases()
                .files(ended.id())
                .destroyKey(ended.opening().guarded() ? List.of(SealedNames.SELECTORS) : List.of());
        return notes;
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
