package io.fdlkeeper;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.catalog.duckdb.DuckDbReferenceSets;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetRowReads;
import io.fdlkeeper.catalog.duckdb.search.DuckDbLeakSearches;
import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.OpenKeeper;
import io.fdlkeeper.config.KeeperConfiguration;
import io.fdlkeeper.config.LimitsConfiguration;
import io.fdlkeeper.config.RepositoryConfiguration;
import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.RunObserver;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.run.Upcoming;
import io.fdlkeeper.schedule.Schedules;
import io.fdlkeeper.signing.SshSigning;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.store.MeteredStore;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreRequests;
import io.fdlkeeper.store.local.LocalStore;
import io.fdlkeeper.web.HttpAddresses;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** A keeper made of one configuration and its state. */
final class WiredKeeper implements OpenKeeper {

    private static final Duration ADDRESS_TIMEOUT = Duration.ofSeconds(30);
    private static final long KIBIBYTE = 1024;
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 15;

    private final Machine machine;
    private final KeeperConfiguration configuration;
    private final KeeperState state;
    private final Workplace workplace;
    private final boolean lent;
    private final Buckets stores;
    private final Observers observers;

    WiredKeeper(Machine machine, KeeperConfiguration configuration, KeeperState state) {
        this(machine, configuration, state, Observers.NONE, false);
    }

    /**
     * @param observers who hears of what happens
     * @param lent      whether the state is somebody else's, who closes it
     */
    WiredKeeper(
            Machine machine, KeeperConfiguration configuration, KeeperState state, Observers observers, boolean lent) {
        this(
                machine,
                configuration,
                state,
                observers,
                lent,
                new Buckets(state.temporaryFolder(), machine.clock(), observers.stores()));
    }

    private WiredKeeper(
            Machine machine,
            KeeperConfiguration configuration,
            KeeperState state,
            Observers observers,
            boolean lent,
            Buckets stores) {
        this.machine = machine;
        this.configuration = configuration;
        this.state = state;
        this.lent = lent;
        this.stores = stores;
        this.observers = observers;
        this.workplace = new Workplace(
                state,
                this::references,
                state.temporaryFolder(),
                machine.clock(),
                new RunIds(machine.clock()),
                observers.runs());
    }

    /**
     * Who hears of what happens.
     *
     * @param runs   of runs
     * @param stores of calls to stores
     */
    record Observers(RunObserver runs, StoreRequests stores) {

        static final Observers NONE = new Observers(RunObserver.SILENT, StoreRequests.UNHEARD);
    }

    Observers observers() {
        return observers;
    }

    /** Returns a keeper on the same state that goes by a configuration, and leaves the state open. */
    WiredKeeper lend(KeeperConfiguration other) {
        return new WiredKeeper(machine, other, state, observers, true);
    }

    KeeperConfiguration configuration() {
        return configuration;
    }

    @Override
    public Workplace workplace() {
        return workplace;
    }

    @Override
    public List<String> names() {
        return configuration.repositories().stream()
                .map(RepositoryConfiguration::name)
                .toList();
    }

    @Override
    public int jobsAtOnce() {
        return configuration.limits().jobsAtOnce();
    }

    @Override
    public List<Upcoming> upcoming(int firings) {
        return Schedules.upcoming(scheduled(), state, chance(), machine.clock().instant(), firings);
    }

    /** Returns the jobs that have a schedule. */
    List<ScheduledJob> scheduled() {
        return configuration.repositories().stream()
                .flatMap(repository -> repository.schedules().toSchedules().stream()
                        .map(schedule -> new ScheduledJob(
                                repository.name(), KeeperConfiguration.locationOf(repository), schedule)))
                .toList();
    }

    /** Returns the name of each repository by its location. */
    Map<String, String> namesByLocation() {
        Map<String, String> names = new LinkedHashMap<>();
        configuration
                .repositories()
                .forEach(repository -> names.put(KeeperConfiguration.locationOf(repository), repository.name()));
        return names;
    }

    /** Returns what jitter is made of: nobody without our secret foresees it, and it is the same after a restart. */
    ToLongFunction<String> chance() {
        return text -> Long.parseUnsignedLong(state.keyHash(text).substring(0, HEX_DIGITS), HEX);
    }

    /** Returns this keeper with another configuration on the same state and with the connections it has. */
    WiredKeeper with(KeeperConfiguration other) {
        return new WiredKeeper(machine, other, state, observers, lent, stores);
    }

    /** Returns this keeper on its state opened anew, with the connections it has. */
    WiredKeeper on(KeeperState fresh) {
        return new WiredKeeper(machine, configuration, fresh, observers, lent, stores);
    }

    KeeperState state() {
        return state;
    }

    @Override
    public ManagedRepository repository(String name) {
        RepositoryConfiguration settings = settings(name);
        return settings.toManaged(
                storeOf(settings),
                configuration.neighboursOf(settings, other -> other.toManaged(storeOf(other), List.of())));
    }

    @Override
    public CaseDesk desk() {
        Map<String, String> namesByLocation = namesByLocation();
        Map<String, String> locations = new HashMap<>();
        namesByLocation.forEach((location, name) -> locations.put(name, location));
        LimitsConfiguration limits = configuration.limits();
        return new CaseDesk(
                workplace,
                new DuckDbLeakSearches(
                        state.temporaryFolder().resolve("searches"),
                        limits.duckdbMemoryBytes() / KIBIBYTE + "KiB",
                        limits.duckdbThreads(),
                        configuration.catalogs().allowsFormat11Dev1()),
                new SshSigning(configuration.withdrawal().signingKeyFile().orElseGet(state::signingKeyFile)),
                configuration.withdrawal().toRules(locations),
                location -> located(namesByLocation, location),
                new CaseDesk.Looks(
                        new ParquetRowReads(
                                state.temporaryFolder().resolve("rows"),
                                limits.duckdbMemoryBytes() / KIBIBYTE + "KiB",
                                limits.duckdbThreads()),
                        new HttpAddresses(ADDRESS_TIMEOUT)));
    }

    private ManagedRepository located(Map<String, String> namesByLocation, String location) {
        String name = namesByLocation.get(location);
        if (name == null) {
            throw new IllegalArgumentException(
                    "the case is about " + location
                            + ", which is no repository of this configuration: give the configuration file that has it, or --location");
        }
        return repository(name);
    }

    @Override
    public Optional<String> identity(String name) {
        RepositoryConfiguration settings = settings(name);
        return settings.bucket().map(bucket -> stores.identity(settings, bucket));
    }

    private RepositoryConfiguration settings(String name) {
        return configuration.repositories().stream()
                .filter(repository -> repository.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE,
                        "there is no repository named '" + name + "' in the configuration; it has "
                                + String.join(", ", names())));
    }

    private ObjectStore storeOf(RepositoryConfiguration settings) {
        return settings.bucket().map(bucket -> stores.of(settings, bucket)).orElseGet(() -> folder(settings));
    }

    private ObjectStore folder(RepositoryConfiguration settings) {
        ObjectStore folder = LocalStore.at(settings.folder(), machine.storeClock());
        return observers == Observers.NONE ? folder : MeteredStore.of(folder, observers.stores());
    }

    /** Forgets what is older than the configuration keeps it. */
    void tidy() {
        state.compact(machine.clock().instant().minus(configuration.state().keep()));
    }

    @Override
    public void close() {
        stores.close();
        if (lent) {
            return;
        }
        try (state) {
            tidy();
        }
    }

    private ReferenceSet references(String location, ObjectReader reader, RepositoryAddress address) {
        DuckDbReferenceSets sets = sets(state.referencesFolder(location));
        sets.prune(
                Set.of(),
                configuration.limits().referenceCacheBytes(),
                machine.clock().instant());
        return sets.open(reader, address);
    }

    private DuckDbReferenceSets sets(Path cache) {
        LimitsConfiguration limits = configuration.limits();
        return new DuckDbReferenceSets(
                cache,
                state.temporaryFolder().resolve("catalogs"),
                limits.duckdbMemoryBytes() / KIBIBYTE + "KiB",
                limits.duckdbThreads(),
                configuration.catalogs().allowsFormat11Dev1());
    }

    /** Starts the engine that reads catalogs and ends it again; throws whatever keeps it from that. */
    void tryEngine() {
        sets(state.temporaryFolder().resolve("no-names")).tryEngine();
    }
}
