package io.fdlkeeper;

import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.KeeperOptions;
import io.fdlkeeper.config.CommandLineRepository;
import io.fdlkeeper.config.ConfigurationLoader;
import io.fdlkeeper.config.ConfigurationReading;
import io.fdlkeeper.config.KeeperConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds the settings that options mean: those of a configuration file, or of the options alone. */
final class Settings {

    private static final String VARIABLE = "FDL_KEEPER_CONFIG";
    private static final String FILE = "config.yml";
    private static final int KEPT_BY_DEFAULT = 30;

    private final Machine machine;

    Settings(Machine machine) {
        this.machine = machine;
    }

    /** Reads them, every problem at once. */
    ConfigurationReading read(KeeperOptions options) {
        return options.location().isPresent()
                ? new ConfigurationLoader()
                        .of(repository(options, options.location().get()))
                : new ConfigurationLoader().load(file(options), machine.environment());
    }

    /**
     * Reads them for use.
     *
     * @throws CommandFailure when anything is wrong, with every problem
     */
    KeeperConfiguration require(KeeperOptions options) {
        return required(read(options));
    }

    /**
     * Reads a file for a service.
     *
     * @throws CommandFailure when anything is wrong, with every problem
     */
    KeeperConfiguration requireFile(Path file) {
        return required(readForService(file));
    }

    /** Reads a file for a service, every problem at once. */
    ConfigurationReading readForService(Path file) {
        return new ConfigurationLoader().loadForService(file, machine.environment());
    }

    private static KeeperConfiguration required(ConfigurationReading reading) {
        if (reading instanceof ConfigurationReading.Read read) {
            return read.configuration();
        }
        throw new CommandFailure(ExitCode.USAGE, ((ConfigurationReading.Refused) reading).text());
    }

    /** Returns what was read, for a person. */
    String source(KeeperOptions options) {
        return options.location().isPresent() ? "command line" : file(options).toString();
    }

    /** Returns the configuration file that the options mean. */
    Path file(KeeperOptions options) {
        Optional<String> named = options.config()
                .or(() ->
                        Optional.ofNullable(machine.environment().get(VARIABLE)).filter(text -> !text.isBlank()));
        if (named.isPresent()) {
            return machine.folder().resolve(named.get());
        }
        Path here = machine.folder().resolve(FILE);
        return Files.exists(here)
                ? here
                : machine.distribution()
                        .map(folder -> folder.resolve(FILE))
                        .filter(Files::exists)
                        .orElse(here);
    }

    private CommandLineRepository repository(KeeperOptions options, String location) {
        return new CommandLineRepository(
                machine.folder(),
                location,
                options.publishedAs(),
                options.grace(),
                options.allowShortGrace(),
                OptionalInt.of(options.keep().orElse(KEPT_BY_DEFAULT)),
                options.state().orElseGet(this::usualState));
    }

    private String usualState() {
        String base = machine.environment().getOrDefault("XDG_STATE_HOME", "");
        Path folder = base.isBlank() ? machine.home().resolve(".local/state") : Path.of(base);
        return folder.resolve("fdl-keeper").toString();
    }
}
