package io.fdlkeeper.withdrawal.proof;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.withdrawal.CaseClocks;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.removal.RemovalAction;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import io.fdlkeeper.withdrawal.removal.RemovalResult.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Puts what became of every item, and the sums of it, under the names they have in a certificate. */
final class RemovalMembers {

    private RemovalMembers() {}

    static void put(Map<String, Object> all, CertificateFacts facts) {
        List<Map<String, Object>> items = new ArrayList<>();
        for (RemovalResult result : facts.results()) {
            items.add(item(facts, result, items.size() + 1));
        }
        all.put("items", items);
        all.put("outcomes", outcomes(facts.results()));
        all.put("totals", totals(facts));
        all.put("marksThatStayed", marksThatStayed(facts.results()));
    }

    private static Map<String, Object> item(CertificateFacts facts, RemovalResult result, int number) {
        RemovalItem item = result.item();
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("id", "i" + number);
        one.put("repository", result.location());
        one.put("action", item.action().id());
        one.put("keyHash", facts.keyHash().apply(item.key()));
        one.put("bytes", item.bytes());
        item.version().map(VersionId::text).ifPresent(version -> one.put("version", version));
        one.put("storeVersions", item.storeVersions());
        one.put("result", result.outcome().id());
        return one;
    }

    private static Map<String, Object> outcomes(List<RemovalResult> results) {
        Map<String, Object> outcomes = new TreeMap<>();
        results.forEach(result -> outcomes.merge(
                result.item().action().id() + " " + result.outcome().id(),
                1L,
                (one, more) -> (Long) one + (Long) more));
        return outcomes;
    }

    private static Map<String, Object> totals(CertificateFacts facts) {
        CaseClocks clocks = facts.subject().clocks();
        Map<String, Object> totals = new LinkedHashMap<>();
        totals.put("dataFilesDeleted", count(facts, RemovalAction.DELETE_DATA));
        totals.put("catalogsDeleted", count(facts, RemovalAction.DELETE_CATALOG));
        totals.put("versionsMarked", count(facts, RemovalAction.MARK));
        totals.put("tagsDeleted", count(facts, RemovalAction.DELETE_TAG));
        totals.put(
                "bytesDeleted",
                facts.results().stream()
                        .filter(result -> isSo(result) && deletes(result))
                        .mapToLong(result -> result.item().bytes())
                        .sum());
        totals.put("rowsDeleted", rowsDeleted(facts));
        clocks.firstDeletionAt()
                .ifPresent(at -> totals.put(
                        "secondsFromOpeningToFirstDeletion",
                        Duration.between(clocks.openedAt(), at).toSeconds()));
        totals.put(
                "secondsFromOpeningToEnd",
                Duration.between(clocks.openedAt(), facts.verification().at()).toSeconds());
        return totals;
    }

    /** Counts the rows that were found in files that are gone. */
    private static long rowsDeleted(CertificateFacts facts) {
        Set<List<String>> gone = facts.results().stream()
                .filter(result -> result.item().action() == RemovalAction.DELETE_DATA
                        && result.outcome().isGood())
                .map(result -> List.of(result.location(), result.item().key()))
                .collect(Collectors.toSet());
        return facts.findings().stream()
                .flatMap(one -> one.files().stream()
                        .filter(file -> gone.contains(List.of(one.location(), file.key()))
                                && file.storeVersion().isEmpty()))
                .mapToLong(Findings.FoundFile::rows)
                .filter(rows -> rows > 0)
                .sum();
    }

    private static boolean deletes(RemovalResult result) {
        return result.item().action() != RemovalAction.MARK && result.item().action() != RemovalAction.WRITE_REFS_INDEX;
    }

    private static long count(CertificateFacts facts, RemovalAction action) {
        return facts.results().stream()
                .filter(result -> result.item().action() == action)
                .filter(RemovalMembers::isSo)
                .count();
    }

    /** What an execution did before it was killed is found done already by the one that goes on. */
    private static boolean isSo(RemovalResult result) {
        return result.outcome() == Outcome.DONE || result.outcome() == Outcome.ALREADY;
    }

    /** A version that retention had marked keeps that mark, and its readers that reason. */
    private static List<String> marksThatStayed(List<RemovalResult> results) {
        return results.stream()
                .filter(result -> result.outcome() == Outcome.ALREADY_MARKED)
                .flatMap(result -> result.item().version().stream())
                .map(VersionId::text)
                .toList();
    }
}
