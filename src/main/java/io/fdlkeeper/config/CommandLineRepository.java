package io.fdlkeeper.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One repository as a command line names it, without a file. It has no name but its location.
 *
 * @param workingDirectory what relative folders are relative to
 * @param location         the repository's folder, or {@code s3://bucket/prefix/}
 * @param bucket           how its bucket is reached
 * @param publishedAs      other addresses it has or had
 * @param grace            both grace periods, as written; empty for the defaults
 * @param allowShortGrace  permits a grace under 1 hour
 * @param keep             keeps exactly the newest so many of each line; empty for the default rules
 * @param state            the state directory
 */
public record CommandLineRepository(
        Path workingDirectory,
        String location,
        CommandLineBucket bucket,
        List<String> publishedAs,
        Optional<String> grace,
        boolean allowShortGrace,
        OptionalInt keep,
        String state) {

    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("repositories[0].location", "--location"),
            Map.entry("repositories[0].published-as", "--published-as"),
            Map.entry("repositories[0].gc.grace", "--grace"),
            Map.entry("repositories[0].gc.grace-uncommitted", "--grace"),
            Map.entry("repositories[0].retention.last", "--keep"),
            Map.entry("repositories[0].retention", "--keep"),
            Map.entry("state.directory", "--state"),
            Map.entry("repositories[0].s3.endpoint", "--endpoint"),
            Map.entry("repositories[0].s3.region", "--region"),
            Map.entry("repositories[0].s3.profile", "--profile"));

    public CommandLineRepository {
        publishedAs = List.copyOf(publishedAs);
    }

    /** Builds the configuration, and notes what cannot be read; the rest is to be checked. */
    KeeperConfiguration configuration(Findings findings) {
        var repository = new RepositoryConfiguration();
        repository.describe(name(), location, publishedAs);
        repository.s3().use(bucket);
        repository.retention().runAtOnce();
        keep.ifPresent(repository.retention()::keepExactly);
        grace.flatMap(text -> duration(text, findings))
                .ifPresent(both -> repository.gc().useGrace(both, allowShortGrace));
        var configuration = new KeeperConfiguration();
        configuration.keepOnly(repository);
        configuration.state().useDirectory(state);
        configuration.locateUnder(workingDirectory);
        return configuration;
    }

    /** Returns the option that sets this property; empty for what no option sets, which needs no check. */
    static Optional<String> optionFor(String path) {
        var property = path.contains("published-as[") ? path.substring(0, path.lastIndexOf('[')) : path;
        return Optional.ofNullable(OPTIONS.get(property));
    }

    private String name() {
        if (BucketLocation.isMeant(location)) {
            return BucketLocation.complaint(location).isPresent()
                    ? location
                    : BucketLocation.of(location).toString();
        }
        return FolderText.complaint(location).isPresent()
                ? location
                : workingDirectory
                        .resolve(FolderText.path(location))
                        .toAbsolutePath()
                        .normalize()
                        .toString();
    }

    private static Optional<Duration> duration(String text, Findings findings) {
        try {
            return Optional.of(DurationText.parse(text));
        } catch (IllegalArgumentException e) {
            findings.add(0, "--grace", "'" + text + "' " + e.getMessage());
            return Optional.empty();
        }
    }
}
