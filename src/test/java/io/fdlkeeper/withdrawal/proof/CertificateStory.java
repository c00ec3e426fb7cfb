package io.fdlkeeper.withdrawal.proof;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.withdrawal.CaseApproval;
import io.fdlkeeper.withdrawal.CaseClocks;
import io.fdlkeeper.withdrawal.CaseOpening;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.find.Selector;
import io.fdlkeeper.withdrawal.removal.RemovalAction;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import io.fdlkeeper.withdrawal.removal.RemovalResult.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The facts of one case that ended with something left; every text of it that shows the value has the value in it. */
final class CertificateStory {

    static final String VALUE = "x@example.org";
    static final String LOCATION = "s3://towns/public/";
    static final Instant END = Instant.parse("2026-11-29T16:00:00Z");

    private static final VersionId FIRST = new VersionId("019ad000-0000-7000-8000-000000000001");
    private static final VersionId SECOND = new VersionId("019ad000-0000-7000-8000-000000000002");

    private CertificateStory() {}

    static WithdrawalCase subject() {
        CaseClocks clocks = CaseClocks.opened(
                        Instant.parse("2026-11-29T12:00:00Z"), Instant.parse("2026-11-29T10:00:00Z"), Optional.empty())
                .contained(Instant.parse("2026-11-29T12:10:00Z"))
                .deleting(Instant.parse("2026-11-29T15:00:00Z"))
                .ended(Optional.of(END));
        return new WithdrawalCase(
                "w-20261129T120000000Z-1f3a5c",
                CaseState.COMPLETE_WITH_RESIDUE,
                new CaseOpening(
                        List.of(LOCATION), "personal-data", "ann", Optional.of("office <of> \"data\""), true, 2, true),
                clocks,
                Optional.of(new WithdrawalCase.FrozenPlan(
                        "ab".repeat(32), clocks.openedAt(), clocks.openedAt(), Optional.of(END))),
                List.of(
                        new CaseApproval(
                                "ben", clocks.openedAt(), "ab".repeat(32), Optional.of("SHA256:ben"), Optional.empty()),
                        new CaseApproval(
                                "cy", clocks.openedAt(), "ab".repeat(32), Optional.empty(), Optional.of("night"))),
                List.of(new ResidueItem(
                        "r1",
                        ResidueItem.Kind.COPY,
                        "the mirror \"north\"",
                        "it copies every night",
                        "mirror team",
                        Optional.of(Instant.parse("2026-12-06T00:00:00Z")),
                        Optional.empty())),
                Optional.empty());
    }

    private static RemovalResult result(RemovalAction action, String key, VersionId version, Outcome outcome) {
        return new RemovalResult(
                LOCATION,
                new RemovalItem(
                        action, key, "holds it", 1000, Optional.of("etag"), Optional.of(version), List.of("v1", "v2")),
                outcome,
                "");
    }

    static CertificateFacts facts() {
        String key = "data/people/email=" + VALUE + "/1.parquet";
        return new CertificateFacts(
                subject(),
                List.of(new Selector(
                        Selector.Kind.WHERE, Optional.of("main.towns"), "main.towns: email = '" + VALUE + "'")),
                List.of(new Findings(
                        LOCATION,
                        List.of(new Findings.FoundFile(key, 3, 1000, "etag", Optional.empty(), true)),
                        List.of(),
                        List.of(
                                new Findings.FoundVersion(FIRST, Set.of(Place.FILE)),
                                new Findings.FoundVersion(SECOND, Set.of(Place.FILE, Place.STATISTICS))),
                        List.of(),
                        new Findings.Scanned(40, 123456, 12),
                        List.of(FIRST, SECOND),
                        List.of("a note that shows " + VALUE))),
                List.of(
                        new RemovalResult(
                                LOCATION,
                                new RemovalItem(
                                        RemovalAction.DELETE_DATA,
                                        key,
                                        "holds it",
                                        1000,
                                        Optional.of("etag"),
                                        Optional.empty(),
                                        List.of("v1")),
                                Outcome.DONE,
                                ""),
                        result(
                                RemovalAction.MARK,
                                "versions/" + FIRST + "/expired.json",
                                FIRST,
                                Outcome.ALREADY_MARKED),
                        result(RemovalAction.MARK, "versions/" + SECOND + "/expired.json", SECOND, Outcome.DONE),
                        result(
                                RemovalAction.DELETE_CATALOG,
                                "versions/" + SECOND + "/ducklake.duckdb",
                                SECOND,
                                Outcome.DONE)),
                Map.of(LOCATION, "ENABLED"),
                new Verification(
                        END,
                        new Verification.Removed(3, 2, 0),
                        new Verification.Search(39, 10, 0, 0),
                        new Verification.Kept(10, 38, 38)),
                text -> String.format("%064x", text.hashCode()),
                new CertificateFacts.Issuer("fdl-keeper", "SHA256:issuer", 42, "cd".repeat(32)),
                new CertificateFacts.Issue(1, Optional.of(Instant.parse("2027-11-29T16:00:00Z"))));
    }
}
