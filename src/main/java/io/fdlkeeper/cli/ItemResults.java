package io.fdlkeeper.cli;

import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.run.TextIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What became of a run's items, by the run's journal. */
final class ItemResults {

    private final TextIndex results = new TextIndex();

    /** The words for results, each at its number in the index less one. */
    private final List<String> words = new ArrayList<>();

    private ItemResults() {}

    /** Reads the journal of a run; no results where no run began. */
    static ItemResults of(Journals journals, Optional<String> run) {
        ItemResults read = new ItemResults();
        run.ifPresent(id -> journals.forEachResult(
                id, entry -> read.results.put(key(entry.action(), entry.key()), read.number(entry.result()))));
        return read;
    }

    /** Returns the result; empty for an item that the run did not come to. */
    Optional<String> of(PlanItem item) {
        int number = results.get(key(item.action().id(), item.subject()));
        return number == TextIndex.ABSENT ? Optional.empty() : Optional.of(words.get(number - 1));
    }

    private int number(String word) {
        if (!words.contains(word)) {
            words.add(word);
        }
        return words.indexOf(word) + 1;
    }

    private static String key(String action, String subject) {
        return action + "\n" + subject;
    }
}
