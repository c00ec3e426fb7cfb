package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.gc.GcPlanner;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingPass;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.proof.Verification;
import io.fdlkeeper.withdrawal.removal.RowReads;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Looks whether every version that is kept still opens, and whether rows can be read from its files. */
final class KeptFiles {

    /** More files are sampled, evenly, and the sample is told. */
    private static final int MOST_READ = 1000;

    private static final int AT_ONCE = 4;

    private final CaseDesk desk;
    private final WithdrawalCase subject;
    private final ManagedRepository repository;
    private final Look look;

    KeptFiles(CaseDesk desk, WithdrawalCase subject, ManagedRepository repository, Look look) {
        this.desk = desk;
        this.subject = subject;
        this.repository = repository;
        this.look = look;
    }

    /** @param again what a search finds now; what it cannot read either is residue, and no fault of the removal */
    Verification.Kept read(Optional<Findings> again, Progress progress, List<String> faults) {
        Set<String> unreadable = unreadable(again);
        Collection collection = new Collection(desk.workplace(), repository, look);
        GcPlanner.check(
                        collection.facts(false),
                        repository.store().reader(),
                        look.references(),
                        collection.roots(),
                        progress)
                .stream()
                .filter(refusal -> !unreadable.contains(refusal.subject()))
                .map(Refusal::detail)
                .forEach(faults::add);
        List<ListedObject> files = live();
        files.removeIf(file -> unreadable.contains(file.key().text()));
        List<ListedObject> sample = sample(files);
        progress.stage("read rows of kept files", sample.size());
        read(sample, progress, faults);
        return new Verification.Kept(look.view().in(VersionState.LIVE).count(), sample.size(), files.size());
    }

    private Set<String> unreadable(Optional<Findings> again) {
        Set<String> keys = new HashSet<>();
        again.ifPresent(findings -> findings.unreadable().forEach(one -> keys.add(one.key())));
        CaseFile.findings(desk.cases().files(subject.id())).stream()
                .filter(findings -> findings.location().equals(repository.location()))
                .forEach(findings -> findings.unreadable().forEach(one -> keys.add(one.key())));
        return keys;
    }

    private List<ListedObject> live() {
        Set<String> named = new HashSet<>();
        for (Iterator<NamedKey> names = look.references().inKeyOrder(); names.hasNext(); ) {
            NamedKey name = names.next();
            if (name.live()) {
                named.add(name.key().text());
            }
        }
        List<ListedObject> files = new ArrayList<>();
        try (ListingPass listing = look.listing().pass()) {
            listing.forEachRemaining(object -> {
                if (named.contains(object.key().text())) {
                    files.add(object);
                }
            });
        }
        return files;
    }

    private static List<ListedObject> sample(List<ListedObject> files) {
        int step = Math.max(1, (files.size() + MOST_READ - 1) / MOST_READ);
        List<ListedObject> sample = new ArrayList<>();
        for (int i = 0; i < files.size(); i += step) {
            sample.add(files.get(i));
        }
        return sample;
    }

    private void read(List<ListedObject> sample, Progress progress, List<String> faults) {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try (RowReads.Reading reading = desk.looks().rows().open(repository.store())) {
            List<Callable<Optional<String>>> reads = new ArrayList<>();
            sample.forEach(file -> reads.add(() -> {
                Optional<String> fault = fault(reading, file);
                progress.advance(1);
                return fault;
            }));
            for (Future<Optional<String>> read : threads.invokeAll(reads)) {
                read.get().ifPresent(faults::add);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the verification was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a file could not be looked at", e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static Optional<String> fault(RowReads.Reading reading, ListedObject file) {
        try {
            return reading.fault(file).map(why -> "rows of " + file.key() + " cannot be read: " + why);
        } catch (StoreException e) {
            return Optional.of(e.sentence());
        }
    }
}
