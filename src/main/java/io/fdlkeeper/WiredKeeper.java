package io.fdlkeeper;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.catalog.duckdb.DuckDbReferenceSets;
import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.OpenKeeper;
import io.fdlkeeper.config.GcConfiguration;
import io.fdlkeeper.config.KeeperConfiguration;
import io.fdlkeeper.config.LimitsConfiguration;
import io.fdlkeeper.config.RepositoryConfiguration;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.RunLimits;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.local.LocalStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A keeper made of one configuration and its state. */
final class WiredKeeper implements OpenKeeper {

    private static final long KIBIBYTE = 1024;

    private final Machine machine;
    private final KeeperConfiguration configuration;
    private final boolean withoutFile;
    private final KeeperState state;
    private final Workplace workplace;

    /** Locations whose catalogs may be of the unfinished format. */
    private final Set<String> developmentFormats = new HashSet<>();

    /**
     * @param withoutFile whether the configuration is made of options, whose one repository has no name but its location
     */
    WiredKeeper(Machine machine, KeeperConfiguration configuration, boolean withoutFile, KeeperState state) {
        this.machine = machine;
        this.configuration = configuration;
        this.withoutFile = withoutFile;
        this.state = state;
        this.workplace = new Workplace(
                state, this::references, state.temporaryFolder(), machine.clock(), new RunIds(machine.clock()));
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
    public ManagedRepository repository(String name) {
        RepositoryConfiguration settings = configuration.repositories().stream()
                .filter(repository -> repository.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE,
                        "there is no repository named '" + name + "' in the configuration; it has "
                                + String.join(", ", names())));
        ObjectStore store = LocalStore.at(settings.folder(), machine.storeClock());
        GcConfiguration gc = settings.gc();
        if (gc.allowsFormat11Dev1()) {
            developmentFormats.add(store.location());
        }
        return new ManagedRepository(
                withoutFile ? store.location() : name,
                store,
                settings.publishedAs(),
                neighbours(settings),
                settings.retention().toPolicy(),
                gc.toSafety(),
                new RunLimits(gc.toRunCap(), gc.batch(), gc.planValidity()));
    }

    @Override
    public void close() {
        state.close();
    }

    private List<String> neighbours(RepositoryConfiguration own) {
        List<String> others = new ArrayList<>();
        configuration.repositories().stream()
                .filter(repository -> repository != own)
                .forEach(repository -> others.add(repository.folder().toString()));
        return others;
    }

    private ReferenceSet references(String location, ObjectReader reader, RepositoryAddress address) {
        LimitsConfiguration limits = configuration.limits();
        return new DuckDbReferenceSets(
                        state.referencesFolder(location),
                        state.temporaryFolder().resolve("catalogs"),
                        limits.duckdbMemoryBytes() / KIBIBYTE + "KiB",
                        limits.duckdbThreads(),
                        developmentFormats.contains(location))
                .open(reader, address);
    }
}
