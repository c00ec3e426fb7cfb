package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.hold.Loss;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.repository.DocumentCache;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.EmptyFolder;
import io.fdlkeeper.store.ForeignEntry;
import io.fdlkeeper.store.Level;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingSink;
import io.fdlkeeper.store.ListingSpool;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectLister;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.fake.FakeStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** One collection of a repository in memory, step by step, with catalogs told by hand. */
final class FakeCollection {

    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    static final Instant OLD = NOW.minus(Duration.ofDays(90));
    static final String RUN = "run-1";
    static final RepositoryAddress ADDRESS = new RepositoryAddress("data/", List.of("memory://fake/"));

    final FakeRepository repository = new FakeRepository(NOW);
    final FakeStore store = repository.store;
    final InMemoryState state = new InMemoryState();
    final NamesByHand names = new NamesByHand();
    final List<Loss> losses = new ArrayList<>();
    final List<EmptyFolder> emptyFolders = new ArrayList<>();
    final List<ForeignEntry> links = new ArrayList<>();

    /** Spellings under which a direct look finds a file, each with the key that a listing shows it under. */
    final Map<String, String> spellings = new HashMap<>();

    final List<Hold> holds = new ArrayList<>();
    GcSafety safety = GcSafety.DEFAULT.withGrace(Duration.ofDays(7));
    RunCap cap = RunCap.NONE;
    Hidden hidden = Hidden.NOTHING;
    boolean trustAge = true;
    StopToken stop = StopToken.NEVER;
    Predicate<PlanItem> allowed = item -> true;
    int batchSize = 2;
    Duration rootCheckValid = Duration.ofSeconds(60);
    private final Path scratch;
    private Optional<LiveRoots> roots = Optional.empty();

    FakeCollection(Path scratch) {
        this.scratch = scratch;
    }

    /** Puts old data files. */
    FakeCollection data(String... keys) {
        for (String key : keys) {
            store.load(key, "data", OLD);
        }
        return this;
    }

    void hold(String id, HoldTarget target) {
        holds.add(new Hold(id, target, "audit", "who", NOW, Optional.empty()));
    }

    Holds held() {
        return Holds.at(NOW, holds);
    }

    GcFacts facts(ListingSpool listing, RepositoryView view) {
        return new GcFacts(view, listing, held(), losses, safety, cap, hidden, trustAge);
    }

    /** Lists the data folder as the store shows it, with the empty folders told. */
    ListingSpool listing() {
        ObjectLister lister = store.ports().lister();
        return ListingSpool.of(
                new ObjectLister() {
                    @Override
                    public void list(String prefix, ListingSink sink) {
                        lister.list(prefix, sink);
                        emptyFolders.forEach(sink::emptyFolder);
                        links.forEach(sink::foreign);
                    }

                    @Override
                    public Level listLevel(String prefix) {
                        return lister.listLevel(prefix);
                    }
                },
                "data/",
                scratch);
    }

    /** Reads as the store does, and finds files under their other spellings too. */
    ObjectReader reader() {
        ObjectReader real = store.ports().reader();
        return new ObjectReader() {
            @Override
            public Optional<ListedObject> head(ObjectKey key) {
                return real.head(shownAs(key));
            }

            @Override
            public Optional<StoredContent> read(ObjectKey key, int limit) {
                return real.read(key, limit);
            }

            @Override
            public Optional<LocalFile> open(ObjectKey key) {
                return real.open(key);
            }

            @Override
            public Optional<byte[]> range(ListedObject object, long from, int length) {
                return real.range(object, from, length);
            }

            @Override
            public Optional<ObjectKey> listedAs(ObjectKey key) {
                return real.listedAs(shownAs(key));
            }

            private ObjectKey shownAs(ObjectKey key) {
                return new ObjectKey(spellings.getOrDefault(key.text(), key.text()));
            }
        };
    }

    LiveRoots roots() {
        LiveRoots made =
                new LiveRoots(store.ports(), names, ADDRESS, this::held, DocumentCache.NONE, new StoreTime(store));
        roots = Optional.of(made);
        return made;
    }

    GcPlanning planning() {
        return planning(Progress.SILENT);
    }

    GcPlanning planning(Progress progress) {
        try (ListingSpool listing = listing()) {
            return new GcPlanner(state.plans(), state.ledger(), state.uploads(), state.deletions())
                    .plan(facts(listing, repository.view()), reader(), names, roots(), progress);
        }
    }

    Plan plan() {
        GcPlanning planning = planning();
        if (planning instanceof GcPlanning.Refused refused) {
            throw new AssertionError(refused.refusals());
        }
        return ((GcPlanning.Planned) planning).plan();
    }

    List<String> refused() {
        return refused(((GcPlanning.Refused) planning()).refusals());
    }

    static List<String> refused(List<Refusal> refusals) {
        return refusals.stream()
                .map(refusal -> refusal.guard().id() + " " + refusal.subject())
                .toList();
    }

    GcExecution.Result execute(Plan plan) {
        return execute(plan, Progress.SILENT);
    }

    GcExecution.Result execute(Plan plan, Progress progress) {
        ObjectStore ports = store.ports();
        try (Lease lease = state.leases().tryTake("r", RUN).orElseThrow()) {
            PlanExecutor executor =
                    new PlanExecutor(ports, lease.permit(), state.journals().open(RUN));
            return new GcExecution(executor, roots.orElseThrow(), ports, RUN, rootCheckValid, batchSize)
                    .execute(plan, allowed, stop, progress);
        }
    }

    static List<String> items(Plan plan) {
        List<String> items = new ArrayList<>();
        plan.forEachItem(item -> items.add(item.reasons().get(0) + " " + item.subject()));
        return items;
    }

    static List<String> spared(Plan plan) {
        List<String> spared = new ArrayList<>();
        plan.forEachSpared(entry -> spared.add(entry.reason() + " " + entry.subject()));
        return spared;
    }

    List<ListedObject> under(String prefix) {
        List<ListedObject> objects = new ArrayList<>();
        store.keys().stream()
                .filter(key -> key.startsWith(prefix))
                .forEach(key -> objects.add(store.object(key).orElseThrow()));
        return objects;
    }

    /** Returns the keys of data files that are there. */
    List<String> dataKeys() {
        return under("data/").stream()
                .map(ListedObject::key)
                .map(ObjectKey::text)
                .toList();
    }

    /** Acts once, before the first call that fits. */
    void before(Predicate<io.fdlkeeper.store.fake.Call> which, Runnable action) {
        boolean[] done = {false};
        store.beforeCall(call -> {
            if (!done[0] && which.test(call)) {
                done[0] = true;
                action.run();
            }
        });
    }

    /** The store's clock as ours. */
    private static final class StoreTime extends Clock {

        private final FakeStore store;

        StoreTime(FakeStore store) {
            this.store = store;
        }

        @Override
        public Instant instant() {
            return store.now();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
