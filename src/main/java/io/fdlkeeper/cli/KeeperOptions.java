package io.fdlkeeper.cli;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the options of a command say about configuration and repositories, as they were written.
 *
 * @param config          the configuration file; empty for the usual places
 * @param location        one repository's folder or {@code s3://} location, with which no configuration file is read
 * @param bucket          how its bucket is reached
 * @param publishedAs     other addresses of that repository
 * @param grace           both of its grace periods
 * @param allowShortGrace permits a grace under 1 hour
 * @param keep            keeps exactly so many versions of each line
 * @param state           the state directory
 */
public record KeeperOptions(
        Optional<String> config,
        Optional<String> location,
        BucketOptions bucket,
        List<String> publishedAs,
        Optional<String> grace,
        boolean allowShortGrace,
        OptionalInt keep,
        Optional<String> state) {

    public KeeperOptions {
        publishedAs = List.copyOf(publishedAs);
    }

    /** Returns the options that name a configuration file, or leave it to the usual places. */
    public static KeeperOptions ofFile(Optional<String> config) {
        return new KeeperOptions(
                config,
                Optional.empty(),
                BucketOptions.UNSAID,
                List.of(),
                Optional.empty(),
                false,
                OptionalInt.empty(),
                Optional.empty());
    }

    /** Returns the options of one repository in a folder, with a state of its own. */
    static KeeperOptions at(String location, String state) {
        return new KeeperOptions(
                Optional.empty(),
                Optional.of(location),
                BucketOptions.UNSAID,
                List.of(),
                Optional.empty(),
                false,
                OptionalInt.empty(),
                Optional.of(state));
    }

    KeeperOptions keeping(int count) {
        return new KeeperOptions(
                config, location, bucket, publishedAs, grace, allowShortGrace, OptionalInt.of(count), state);
    }
}
