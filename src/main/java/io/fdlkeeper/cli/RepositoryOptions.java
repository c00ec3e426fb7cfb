package io.fdlkeeper.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which repository, and by which settings: a configuration file's, or those given here. */
final class RepositoryOptions {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration. Default: $$FDL_KEEPER_CONFIG, ./config.yml, the distribution's.")
    @Nullable
    String config;

    @Option(
            names = "--repo",
            paramLabel = "NAME",
            description = "The repository of the configuration. Default: the only one, or all in turn.")
    @Nullable
    String repo;

    @Option(
            names = "--location",
            paramLabel = "PLACE",
            description = "A repository's folder, or s3://bucket/prefix/. No configuration file is read then.")
    @Nullable
    String location;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "With an s3:// location: the address of a store that is not AWS.")
    @Nullable
    String endpoint;

    @Option(
            names = "--region",
            paramLabel = "REGION",
            description = "With an s3:// location: the bucket's region. Default: that of environment or profile.")
    @Nullable
    String region;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description = "With an s3:// location: the profile of the shared AWS files that gives the credentials.")
    @Nullable
    String profile;

    @Option(
            names = "--path-style",
            description = "With an s3:// location: name the bucket in the path. Default: only beside --endpoint.")
    boolean pathStyle;

    @Option(
            names = "--published-as",
            paramLabel = "URL",
            description = "With --location: another address that its catalogs may name files by. Can be repeated.")
    List<String> publishedAs = new ArrayList<>();

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

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description =
                    "With --location: the state directory. Default: $${XDG_STATE_HOME:-~/.local/state}/fdl-keeper.")
    @Nullable
    String state;

    KeeperOptions asKeeperOptions() {
        requireBucket(endpoint != null, "--endpoint");
        requireBucket(region != null, "--region");
        requireBucket(profile != null, "--profile");
        requireBucket(pathStyle, "--path-style");
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
        return new KeeperOptions(
                Optional.ofNullable(config),
                Optional.ofNullable(location),
                new BucketOptions(
                        Optional.ofNullable(endpoint),
                        Optional.ofNullable(region),
                        Optional.ofNullable(profile),
                        pathStyle),
                publishedAs,
                Optional.ofNullable(grace),
                allowShortGrace,
                keep == null ? OptionalInt.empty() : OptionalInt.of(keep),
                Optional.ofNullable(state));
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

    private void requireBucket(boolean given, String option) {
        if (given && (location == null || !location.regionMatches(true, 0, "s3://", 0, "s3://".length()))) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    option
                            + " goes with --location s3://bucket/prefix/; a repository of the configuration file has this"
                            + " setting there");
        }
    }

    private static void requireLocation(boolean given, String option) {
        if (given) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    option + " goes with --location; a repository of the configuration file has this setting there");
        }
    }
}
