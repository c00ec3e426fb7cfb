package io.fdlkeeper;

import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.KeeperOptions;
import io.fdlkeeper.config.CommandLineBucket;
import io.fdlkeeper.config.CommandLineRepository;
import io.fdlkeeper.config.ConfigurationLoader;
import io.fdlkeeper.config.ConfigurationReading;
import io.fdlkeeper.config.KeeperConfiguration;
import io.fdlkeeper.schedule.CronText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
                ? new ConfigurationLoader(CronText.SYNTAX)
                        .of(repository(options, options.location().get()))
                : new ConfigurationLoader(CronText.SYNTAX).load(file(options), machine.environment());
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
        return new ConfigurationLoader(CronText.SYNTAX).loadForService(file, machine.environment());
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

    /** Returns the digest of the configuration file that the options mean; empty where they mean none. */
    Optional<String> digest(KeeperOptions options) {
        return options.location().isPresent() ? Optional.empty() : Optional.of(digest(file(options)));
    }

    /**
     * Returns the SHA-256 of a configuration file, in hex.
     *
     * @throws CommandFailure when it cannot be read
     */
    static String digest(Path file) {
        try {
            byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return HexFormat.of().formatHex(sha256);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, file + " cannot be read: " + e.getMessage(), e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private CommandLineRepository repository(KeeperOptions options, String location) {
        return new CommandLineRepository(
                machine.folder(),
                location,
                new CommandLineBucket(
                        options.bucket().endpoint(),
                        options.bucket().region(),
                        options.bucket().profile(),
                        options.bucket().pathStyle()),
                options.publishedAs(),
                options.grace(),
                options.allowShortGrace(),
                OptionalInt.of(options.keep().orElse(KEPT_BY_DEFAULT)),
                options.state().orElseGet(this::usualState));
    }

    /** Returns the state directory that options without a configuration file mean. */
    Path stateDirectory(KeeperOptions options) {
        return machine.folder()
                .resolve(options.state().orElseGet(this::usualState))
                .normalize();
    }

    private String usualState() {
        String base = machine.environment().getOrDefault("XDG_STATE_HOME", "");
        Path folder = base.isBlank() ? machine.home().resolve(".local/state") : Path.of(base);
        return folder.resolve("fdl-keeper").toString();
    }
}
