package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.DocumentReading;
import io.fdlkeeper.repository.RepositoryObserver;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import io.fdlkeeper.withdrawal.find.Selector;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Tells whether a text in our own state shows what a case withdrew: the value, or a key that was removed. */
final class Shown implements Predicate<String>, AutoCloseable {

    private final Set<String> keys;
    private final List<LeakSearch> searches = new ArrayList<>();

    private Shown(Set<String> keys) {
        this.keys = keys;
    }

    static Shown of(CaseDesk desk, WithdrawalCase subject) {
        SealedFiles files = desk.cases().files(subject.id());
        Shown shown = new Shown(CaseFile.plans(files).stream()
                .flatMap(plan -> plan.items().stream())
                .map(RemovalItem::key)
                .collect(Collectors.toSet()));
        List<Selector> selectors = CaseFile.selectors(files);
        if (!selectors.isEmpty()) {
            subject.opening().locations().forEach(location -> shown.open(desk, location, selectors));
        }
        return shown;
    }

    private void open(CaseDesk desk, String location, List<Selector> selectors) {
        ManagedRepository repository = desk.repositories().apply(location);
        DocumentReading reading = new RepositoryObserver(
                        repository.store(), desk.workplace().state().documents(location))
                .readDocument();
        if (reading instanceof DocumentReading.Read read) {
            searches.add(desk.searches()
                    .open(
                            repository.store(),
                            new Looking(desk.workplace(), repository).address(read.document()),
                            selectors));
        }
    }

    /** A sentence may name a key in its midst; a lone text is compared whole, since there can be millions. */
    @Override
    public boolean test(String text) {
        return keys.contains(text)
                || (text.indexOf(' ') >= 0 && keys.stream().anyMatch(text::contains))
                || searches.stream().anyMatch(search -> search.shows(text));
    }

    @Override
    public void close() {
        searches.forEach(LeakSearch::close);
    }
}
