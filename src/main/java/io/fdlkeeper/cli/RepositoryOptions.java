package io.fdlkeeper.cli;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which repository, and by which settings: a configuration file's, or those given here. */
final class RepositoryOptions extends PlaceOptions {

    @Option(
            names = "--repo",
            paramLabel = "NAME",
            description = "The repository of the configuration. Default: the only one, or all in turn.")
    @Nullable
    String repo;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description = "With --location: how long an object must be older than and unreferenced for, such as P7D.")
    @Nullable
    String grace;

    @Option(names = "--allow-short-grace", description = "With --location: permit a grace under 1 hour.")
    boolean allowShortGrace;

    @Option(
            names = "--keep",
            paramLabel = "N",
            description = "With --location: keep exactly the newest N versions of each line. Default: 30.")
    @Nullable
    Integer keep;

    KeeperOptions asKeeperOptions() {
        requireBucket();
        if (location == null) {
            requireLocation(!publishedAs.isEmpty(), "--published-as");
            requireLocation(grace != null, "--grace");
            requireLocation(allowShortGrace, "--allow-short-grace");
            requireLocation(keep != null, "--keep");
            requireLocation(state != null, "--state");
        } else if (config != null || repo != null) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--location names a repository without a configuration file, so "
                            + (config != null ? "--config" : "--repo")
                            + " cannot stand beside it: give one of the two");
        }
        return keeperOptions(
                Optional.ofNullable(grace), allowShortGrace, keep == null ? OptionalInt.empty() : OptionalInt.of(keep));
    }

    /** Returns the repositories meant: the one named, or all. */
    List<String> chosen(OpenKeeper keeper) {
        return repo == null ? keeper.names() : List.of(repo);
    }

    /** Returns the one repository meant; where there are several, one must be named. */
    String one(OpenKeeper keeper, @Nullable String named) {
        String wanted = named != null ? named : repo;
        if (wanted != null) {
            return wanted;
        }
        if (keeper.names().size() == 1) {
            return keeper.names().get(0);
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                "there are several repositories (" + String.join(", ", keeper.names()) + "): name one with --repo");
    }

    private static void requireLocation(boolean given, String option) {
        if (given) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    option + " goes with --location; a repository of the configuration file has this setting there");
        }
    }
}
