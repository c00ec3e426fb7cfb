package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.ListingPass;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.BadSelectorException;
import io.fdlkeeper.withdrawal.find.FindLedger;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.LeakFind;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import io.fdlkeeper.withdrawal.find.Selector;
import io.fdlkeeper.withdrawal.proof.Verification;
import io.fdlkeeper.withdrawal.removal.RemovalAction;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalPlanner;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks afresh whether a removal in one repository came to what was planned, and harmed nothing else. Reads only; one-shot. */
final class RemovalCheck {

    private final CaseDesk desk;
    private final WithdrawalCase subject;
    private final RemovalPlan plan;
    /** What is to be gone, and what is to be marked: by the plan, and by earlier plans of the case as far as they were executed. */
    private final List<RemovalItem> items;

    private final ManagedRepository repository;
    private final ObjectStore store;
    /** Planned keys that a hold or lock keeps. */
    private final Set<String> held;

    private final List<String> faults = new ArrayList<>();
    private final List<ResidueItem> residue = new ArrayList<>();

    RemovalCheck(CaseDesk desk, WithdrawalCase subject, RemovalPlan plan, List<RemovalResult> results) {
        this.desk = desk;
        this.subject = subject;
        this.plan = plan;
        this.repository = desk.repositories().apply(plan.location());
        this.store = repository.store();
        this.items = Stream.concat(
                        plan.items().stream(),
                        results.stream()
                                .filter(result -> result.location().equals(plan.location())
                                        && result.outcome().isGood())
                                .map(RemovalResult::item))
                .distinct()
                .toList();
        this.held = results.stream()
                .filter(result -> result.location().equals(plan.location())
                        && result.outcome() == RemovalResult.Outcome.HELD
                        && result.item().action() != RemovalAction.WRITE_REFS_INDEX)
                .map(result -> result.item().key())
                .collect(Collectors.toSet());
    }

    /**
     * What was seen.
     *
     * @param faults  what is not as it should be; keys in it may show the value
     * @param residue what is left, and who must act
     * @param seen    how much was looked at
     */
    record Checked(List<String> faults, List<ResidueItem> residue, Verification seen) {}

    Checked check(Progress progress) {
        Verification seen = Verification.begun(desk.workplace().clock().instant());
        Looking.Result result = new Looking(desk.workplace(), repository).atEverything(progress);
        if (result instanceof Looking.Result.Refused refused) {
            refused.refusals().stream().map(Refusal::detail).forEach(faults::add);
        } else {
            try (Look look = ((Looking.Result.Seen) result).look()) {
                seen = seen.plus(seen(seen.at(), look, progress));
            } catch (StoreException e) {
                faults.add(e.sentence());
            }
        }
        return new Checked(List.copyOf(faults), List.copyOf(residue), seen);
    }

    private Verification seen(Instant at, Look look, Progress progress) {
        progress.stage("look for what was removed", items.size());
        long absent = gone(look) + tags(look.view());
        long marks = marked(progress);
        Again again = findAgain(look.view(), progress);
        Verification.Kept kept =
                new KeptFiles(desk, subject, repository, look).read(again.findings(), progress, faults);
        long asked = new PublicCheck(desk, plan, held).look(progress, faults);
        return new Verification(at, new Verification.Removed(absent, marks, asked), again.search(), kept);
    }

    private long gone(Look look) {
        Map<String, RemovalItem> planned = new LinkedHashMap<>();
        items.stream()
                .filter(item -> item.action() != RemovalAction.MARK
                        && item.action() != RemovalAction.WRITE_REFS_INDEX
                        && item.action() != RemovalAction.DELETE_TAG
                        && !held.contains(item.key()))
                .forEach(item -> planned.putIfAbsent(item.key(), item));
        Set<String> there = new HashSet<>();
        try (ListingPass listing = look.listing().pass()) {
            listing.forEachRemaining(object -> {
                if (planned.containsKey(object.key().text())) {
                    there.add(object.key().text());
                }
            });
        }
        List<RemovalItem> deleted = planned.values().stream()
                .filter(item -> item.etag().isPresent())
                .toList();
        deleted.stream()
                .filter(item -> there.contains(item.key())
                        || store.reader().head(new ObjectKey(item.key())).isPresent())
                .forEach(item -> faults.add(item.key() + " is there"));
        oldVersions(planned);
        prefixes(planned)
                .forEach(prefix -> store.hidden().uploads().list(prefix, upload -> {
                    if (planned.containsKey(upload.key().text())) {
                        faults.add("an upload to " + upload.key() + " was begun at " + upload.initiated());
                    }
                }));
        return deleted.size();
    }

    /** A tag of the same name on another version is a new one, and no business of the case. */
    private long tags(RepositoryView view) {
        List<RemovalItem> tags = items.stream()
                .filter(item -> item.action() == RemovalAction.DELETE_TAG)
                .toList();
        tags.stream()
                .filter(tag -> view.refs().stream()
                        .anyMatch(ref -> ref.name().text().equals(tag.key())
                                && tag.version().filter(ref.target()::equals).isPresent()))
                .forEach(tag -> faults.add(tag.key() + " is there"));
        return tags.size();
    }

    private static Set<String> prefixes(Map<String, RemovalItem> planned) {
        return planned.keySet().stream()
                .map(key -> key.substring(0, key.indexOf('/') + 1))
                .collect(Collectors.toSet());
    }

    private void oldVersions(Map<String, RemovalItem> planned) {
        Versioning kind = store.hidden().versions().versioning();
        if (kind == Versioning.NONE) {
            return;
        }
        try {
            prefixes(planned)
                    .forEach(prefix -> store.hidden().versions().list(prefix, version -> oldVersion(planned, version)));
        } catch (StoreException e) {
            if (kind != Versioning.UNKNOWN) {
                faults.add("old versions cannot be listed: " + e.sentence());
            }
        }
    }

    private void oldVersion(Map<String, RemovalItem> planned, StoredVersion version) {
        RemovalItem item = planned.get(version.key().text());
        if (item != null && (item.etag().isPresent() || item.storeVersions().contains(version.versionId()))) {
            faults.add("the old version " + version.versionId() + " of " + item.key() + " is there");
        }
    }

    private long marked(Progress progress) {
        Set<String> marks = new HashSet<>();
        for (RemovalItem item : items) {
            if (item.action() == RemovalAction.MARK && marks.add(item.key())) {
                if (store.reader().head(new ObjectKey(item.key())).isEmpty()) {
                    faults.add(item.key() + " is not there, so that readers are not told why the version is gone");
                }
            }
            progress.advance(1);
        }
        return marks.size();
    }

    /**
     * What the repeated search found.
     *
     * @param findings empty where no selector could be asked
     */
    private record Again(Optional<Findings> findings, Verification.Search search) {}

    /** The same search over everything that is there now must find nothing that a plan would remove. */
    private Again findAgain(RepositoryView view, Progress progress) {
        List<Selector> selectors =
                new ArrayList<>(CaseFile.selectors(desk.cases().files(subject.id())));
        int all = selectors.size();
        while (!selectors.isEmpty()) {
            try (LeakSearch search = desk.searches()
                    .open(store, new Looking(desk.workplace(), repository).address(view.document()), selectors)) {
                Findings again = new LeakFind(
                                store,
                                view,
                                search,
                                selectors,
                                FindLedger.NONE,
                                desk.workplace().scratch())
                        .run(progress, StopToken.NEVER)
                        .orElseThrow();
                judge(view, again, search);
                return new Again(
                        Optional.of(again),
                        new Verification.Search(
                                again.scanned().files(),
                                again.scanned().catalogs(),
                                again.files().size() + again.versions().size(),
                                all - selectors.size()));
            } catch (BadSelectorException e) {
                // What it names is in no catalog, and not under the data folder, any more.
                if (e.selector().filter(selectors::remove).isEmpty()) {
                    faults.add("the search cannot be repeated: " + e.getMessage());
                    break;
                }
            }
        }
        return new Again(Optional.empty(), new Verification.Search(0, 0, 0, all - selectors.size()));
    }

    private void judge(RepositoryView view, Findings again, LeakSearch search) {
        RemovalPlan left =
                RemovalPlanner.plan(new PlanWithdrawal(desk).facts(subject, repository, view, again, search));
        for (RemovalItem item : left.items()) {
            if (held.contains(item.key())) {
                residue.add(locked(item));
            } else if (item.action() != RemovalAction.MARK) {
                faults.add("the search finds " + item.key() + " again: " + item.reason());
            }
        }
        residue.addAll(left.expectedResidue());
    }

    private static ResidueItem locked(RemovalItem item) {
        return new ResidueItem(
                "",
                ResidueItem.Kind.OBJECT_LOCK,
                ResidueItem.subject(item.key()),
                "a lock of the store keeps a version of it",
                "the owner of the bucket; run the case again when the lock has ended",
                Optional.empty(),
                Optional.empty());
    }
}
