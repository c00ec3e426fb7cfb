package io.fdlkeeper;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * What a keeper takes from the machine it runs on.
 *
 * @param folder       the working directory
 * @param home         the user's own folder
 * @param distribution where the program is installed; empty where it runs from its classes
 * @param clock        our own clock
 * @param storeClock   the clock that stamps files; another one where a test says so
 */
record Machine(
        Path folder,
        Path home,
        Map<String, String> environment,
        Optional<Path> distribution,
        Clock clock,
        Clock storeClock) {

    Machine {
        environment = Map.copyOf(environment);
    }

    static Machine ours() {
        return new Machine(
                Path.of("").toAbsolutePath(),
                home(System.getProperty("user.home", ""), System.getenv()),
                System.getenv(),
                Optional.ofNullable(System.getProperty("fdl-keeper.home")).map(Path::of),
                Clock.systemUTC(),
                Clock.systemUTC());
    }

    /** Returns who gives orders: as told by {@code FDL_KEEPER_USER}, else the login name. */
    String actor() {
        String told = environment.getOrDefault("FDL_KEEPER_USER", "").strip();
        return told.isEmpty() ? System.getProperty("user.name", "unknown") : told;
    }

    /** Returns the user's own folder. Of a user whom the machine does not know, as in a container, Java says "?". */
    static Path home(String said, Map<String, String> environment) {
        Path known = Path.of(said);
        return known.isAbsolute() ? known : Path.of("/").resolve(environment.getOrDefault("HOME", ""));
    }
}
