package io.fdlkeeper;

import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.telemetry.ReadinessCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a service needs in order to do its work, as checks. */
final class ServiceChecks {

    private static final ObjectKey DOCUMENT = new ObjectKey("fdl.json");

    private final Machine machine;
    private final KeeperService service;

    ServiceChecks(Machine machine, KeeperService service) {
        this.machine = machine;
        this.service = service;
    }

    List<ReadinessCheck> all() {
        List<ReadinessCheck> checks = new ArrayList<>();
        checks.add(ReadinessCheck.of("state", this::state));
        checks.add(ReadinessCheck.of(
                "schedule",
                () -> service.isScheduling()
                        ? Optional.empty()
                        : Optional.of("the scheduler has not started, or has ended")));
        checks.add(ReadinessCheck.rarely("engine", () -> {
            service.live().usable().tryEngine();
            return Optional.empty();
        }));
        for (String name : service.keeper().names()) {
            checks.add(ReadinessCheck.of(
                    "store." + name, () -> store(repository(name).store())));
            checks.add(ReadinessCheck.of("clock." + name, () -> clock(repository(name))));
        }
        return checks;
    }

    private ManagedRepository repository(String name) {
        return service.keeper().repository(name);
    }

    private Optional<String> state() throws IOException {
        Optional<String> broken = service.problem();
        if (broken.isPresent()) {
            return broken;
        }
        WiredKeeper keeper = service.live().usable();
        keeper.state().check();
        Path probe = Files.createTempFile(keeper.state().temporaryFolder(), "health-", "");
        try {
            Files.write(probe, new byte[1]);
        } finally {
            Files.deleteIfExists(probe);
        }
        return Optional.empty();
    }

    private static Optional<String> store(ObjectStore store) {
        store.lister().listLevel("");
        return store.reader().head(DOCUMENT).isPresent()
                ? Optional.empty()
                : Optional.of("there is no fdl.json at " + store.location());
    }

    private Optional<String> clock(ManagedRepository repository) {
        Instant theirs = repository.store().clock().now();
        Instant ours = machine.clock().instant();
        Duration limit = repository.safety().skewLimit();
        return Duration.between(ours, theirs).abs().compareTo(limit) <= 0
                ? Optional.empty()
                : Optional.of("our clock says " + ours + " and the store's " + theirs + ", which is more than "
                        + limit.toMinutes() + " minutes apart: set the clock right");
    }
}
