package io.fdlkeeper.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a repository is and where the state is: a configuration file's, or those given here. */
class PlaceOptions {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration. Default: $$FDL_KEEPER_CONFIG, ./config.yml, the distribution's.")
    @Nullable
    String config;

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
            names = "--state",
            paramLabel = "DIR",
            description =
                    "With --location: the state directory. Default: $${XDG_STATE_HOME:-~/.local/state}/fdl-keeper.")
    @Nullable
    String state;

    /** Returns what they say of the place alone. */
    KeeperOptions asPlace() {
        requireBucket();
        if (location != null && config != null) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--location names a repository without a configuration file, so --config cannot stand beside it: give"
                            + " one of the two");
        }
        return keeperOptions(Optional.empty(), false, OptionalInt.empty());
    }

    final KeeperOptions keeperOptions(Optional<String> grace, boolean allowShortGrace, OptionalInt keep) {
        return new KeeperOptions(
                Optional.ofNullable(config),
                Optional.ofNullable(location),
                new BucketOptions(
                        Optional.ofNullable(endpoint),
                        Optional.ofNullable(region),
                        Optional.ofNullable(profile),
                        pathStyle),
                publishedAs,
                grace,
                allowShortGrace,
                keep,
                Optional.ofNullable(state));
    }

    final void requireBucket() {
        requireBucket(endpoint != null, "--endpoint");
        requireBucket(region != null, "--region");
        requireBucket(profile != null, "--profile");
        requireBucket(pathStyle, "--path-style");
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
}
