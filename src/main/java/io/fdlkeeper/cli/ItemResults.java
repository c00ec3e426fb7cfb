package io.fdlkeeper.cli;

import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.run.Journals;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What became of a run's items, by the run's journal. */
final class ItemResults {

    private final Map<String, String> results = new HashMap<>();

    private ItemResults() {}

    /** Reads the journal of a run; no results where no run began. */
    static ItemResults of(Journals journals, Optional<String> run) {
        ItemResults read = new ItemResults();
        run.ifPresent(id -> journals.results(id)
                .forEach(entry -> read.results.put(key(entry.action(), entry.key()), entry.result())));
        return read;
    }

    /** Returns the result; empty for an item that the run did not come to. */
    Optional<String> of(PlanItem item) {
        return Optional.ofNullable(results.get(key(item.action().id(), item.subject())));
    }

    private static String key(String action, String subject) {
        return action + "\n" + subject;
    }
}
