package io.fdlkeeper.withdrawal.proof;

import io.fdlkeeper.withdrawal.CaseClocks;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The notice of a breach as Markdown, filled in from a case as far as it can be. Source of the four parts: GDPR, article 33(3); a notice
 * may be given in phases (article 33(4)).
 */
public final class Article33 {

    private static final String OPEN = "**[to be filled in]**";

    private Article33() {}

    /** @param findings of the case's find; none where nothing was looked for yet, or the case has ended */
    public static String of(WithdrawalCase subject, List<Findings> findings, Instant now) {
        CaseClocks clocks = subject.clocks();
        long rows = findings.stream()
                .flatMap(one -> one.files().stream())
                .mapToLong(Findings.FoundFile::rows)
                .filter(count -> count > 0)
                .sum();
        long files = findings.stream().mapToLong(one -> one.files().size()).sum();
        long versions =
                findings.stream().mapToLong(one -> one.versions().size()).sum();
        String late = now.isAfter(clocks.notifyBy()) && clocks.notifiedAt().isEmpty()
                ? "\nThe 72 hours have passed; the reasons for the delay: " + OPEN + "\n"
                : "";
        return """
                # Notice of a personal data breach (GDPR, article 33)

                Case %s, state %s, as of %s. Aware since %s; to be notified until %s.
                %s
                ## (a) Nature of the breach

                Data of the class "%s" was published by mistake in: %s.
                Approximate number of records: %s, in %d files and %d published versions.
                Categories and approximate number of persons concerned: %s

                ## (b) Contact

                Data protection officer or other contact point: %s

                ## (c) Likely consequences

                %s

                ## (d) Measures taken or proposed

                - Reading blocked by the host: %s
                - Withdrawal from every version that holds the data: %s
                - First deletion: %s; ended: %s
                - What is left and who must act: %d items are open
                - Copies that readers made before are out of reach.
                - Measures beyond this: %s
                """.formatted(
                        subject.id(),
                        subject.state(),
                        now,
                        clocks.awareSince(),
                        clocks.notifyBy(),
                        late,
                        subject.opening().reasonClass(),
                        subject.opening().locations().stream().collect(Collectors.joining(", ")),
                        findings.isEmpty() ? OPEN : Long.toString(rows),
                        files,
                        versions,
                        OPEN,
                        OPEN,
                        OPEN,
                        clocks.containedAt().map(Instant::toString).orElse("not recorded"),
                        subject.state(),
                        clocks.firstDeletionAt().map(Instant::toString).orElse("not yet"),
                        clocks.endedAt().map(Instant::toString).orElse("not yet"),
                        subject.residue().stream().filter(item -> item.isOpen()).count(),
                        OPEN);
    }
}
