package io.fdlkeeper.withdrawal.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.withdrawal.removal.RemovalResult.Outcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What one execution leaves undone the next plan holds, though no find can see it any more. */
class RemovalPlanTests {

    private static final RemovalItem DATA = item(RemovalAction.DELETE_DATA, "data/new.parquet");
    private static final RemovalItem GONE = item(RemovalAction.DELETE_DATA, "data/gone.parquet");
    private static final RemovalItem MARK = item(RemovalAction.MARK, "versions/1/expired.json");
    private static final RemovalItem CATALOG = item(RemovalAction.DELETE_CATALOG, "versions/1/ducklake.duckdb");

    private static RemovalItem item(RemovalAction action, String key) {
        return new RemovalItem(action, key, "it must", 1, Optional.of("tag"), Optional.empty(), List.of());
    }

    private static RemovalPlan plan(RemovalItem... items) {
        return new RemovalPlan("/srv/lake", List.of(items), List.of(), List.of(), List.of());
    }

    private static RemovalResult result(String location, RemovalItem item, Outcome outcome) {
        return new RemovalResult(location, item, outcome, "");
    }

    @Test
    void markThatWasNotPlacedIsPlannedAgainInTheOrderOfExecution() {
        RemovalPlan whole = plan(DATA, item(RemovalAction.DELETE_INDEX, "versions/2/files.json"))
                .withUnfinished(List.of(
                        result("/srv/lake", GONE, Outcome.DONE),
                        result("/srv/lake", MARK, Outcome.FAILED),
                        result("/srv/lake", CATALOG, Outcome.NOT_TRIED)));
        assertThat(whole.items())
                .extracting(RemovalItem::key)
                .containsExactly(
                        "data/new.parquet",
                        "versions/1/expired.json",
                        "versions/1/ducklake.duckdb",
                        "versions/2/files.json");
    }

    @Test
    void fileThatIsAnotherByNowIsTheNewFindsToJudge() {
        RemovalPlan whole = plan().withUnfinished(List.of(
                result("/srv/lake", GONE, Outcome.DRIFTED), result("/srv/lake", CATALOG, Outcome.DRIFTED)));
        assertThat(whole.items()).isEmpty();
    }

    @Test
    void whatIsPlannedAnywayOrIsOfAnotherRepositoryIsNotAdded() {
        RemovalPlan whole = plan(MARK)
                .withUnfinished(List.of(
                        result("/srv/lake", MARK, Outcome.FAILED), result("/srv/other", CATALOG, Outcome.FAILED)));
        assertThat(whole.items()).containsExactly(MARK);
    }
}
