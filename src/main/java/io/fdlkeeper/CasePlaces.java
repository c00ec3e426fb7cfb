package io.fdlkeeper;

import io.fdlkeeper.cli.BucketOptions;
import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.KeeperOptions;
import io.fdlkeeper.cli.OpenKeeper;
import io.fdlkeeper.state.KeeperState;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** Remembers with a case that was opened without a configuration file where its repository lies; never a credential. */
final class CasePlaces {

    private static final String DOCUMENT = "place";
    private static final String LOCATION = "location";
    private static final String ENDPOINT = "endpoint";
    private static final String REGION = "region";
    private static final String PROFILE = "profile";
    private static final String PATH_STYLE = "path-style";
    private static final String PUBLISHED_AS = "published-as";

    private final Settings settings;

    CasePlaces(Settings settings) {
        this.settings = settings;
    }

    void remember(KeeperOptions options, OpenKeeper keeper, String caseId) {
        if (options.location().isEmpty()) {
            return;
        }
        Properties place = new Properties();
        place.setProperty(LOCATION, keeper.repository(keeper.names().get(0)).location());
        options.bucket().endpoint().ifPresent(text -> place.setProperty(ENDPOINT, text));
        options.bucket().region().ifPresent(text -> place.setProperty(REGION, text));
        options.bucket().profile().ifPresent(text -> place.setProperty(PROFILE, text));
        place.setProperty(PATH_STYLE, Boolean.toString(options.bucket().pathStyle()));
        place.setProperty(PUBLISHED_AS, String.join("\n", options.publishedAs()));
        StringWriter text = new StringWriter();
        try {
            place.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        keeper.workplace()
                .state()
                .cases()
                .putDocument(caseId, DOCUMENT, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    KeeperOptions recall(KeeperOptions options, Optional<String> caseId) {
        if (options.location().isPresent() || options.config().isPresent()) {
            return options;
        }
        Path directory = settings.stateDirectory(options);
        Optional<byte[]> place = KeeperState.peek(directory, caseId, DOCUMENT);
        if (place.isPresent()) {
            return with(options, directory, read(place.get()));
        }
        if (options.state().isEmpty() && Files.exists(settings.file(options))) {
            return options;
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                caseId.map(id -> "the state directory " + directory + " has no case '" + id + "'")
                                .orElse("the state directory " + directory + " has no case yet")
                        + " that tells where its repository lies: give --location, --state or --config");
    }

    private static KeeperOptions with(KeeperOptions options, Path directory, Properties place) {
        return new KeeperOptions(
                Optional.empty(),
                Optional.of(place.getProperty(LOCATION)),
                new BucketOptions(
                        told(place, ENDPOINT),
                        told(place, REGION),
                        told(place, PROFILE),
                        Boolean.parseBoolean(place.getProperty(PATH_STYLE))),
                place.getProperty(PUBLISHED_AS, "").lines().toList(),
                options.grace(),
                options.allowShortGrace(),
                options.keep(),
                Optional.of(directory.toString()));
    }

    private static Optional<String> told(Properties place, String name) {
        return Optional.ofNullable(place.getProperty(name));
    }

    private static Properties read(byte[] text) {
        Properties place = new Properties();
        try {
            place.load(new InputStreamReader(new ByteArrayInputStream(text), StandardCharsets.UTF_8));
            return place;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
