package io.fdlkeeper.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One repository as a command line names it, without a file.
 *
 * @param workingDirectory  what relative folders are relative to
 * @param location          the repository's folder
 * @param publishedAs       other addresses it has or had
 * @param grace             both grace periods; empty for the defaults
 * @param allowShortGrace   permits a grace under 1 hour
 * @param keep              keeps exactly the newest so many of each line; empty for the default rules
 * @param state             the state directory; empty for the default, {@code ./state}
 */
public record CommandLineRepository(
        Path workingDirectory,
        String location,
        List<String> publishedAs,
        Optional<Duration> grace,
        boolean allowShortGrace,
        OptionalInt keep,
        Optional<String> state) {

    private static final Map<String, String> OPTIONS = Map.of(
            "repositories[0].location", "--location",
            "repositories[0].published-as", "--published-as",
            "repositories[0].gc.grace", "--grace",
            "repositories[0].gc.grace-uncommitted", "--grace",
            "repositories[0].retention.last", "--keep",
            "repositories[0].retention", "--keep",
            "state.directory", "--state");

    public CommandLineRepository {
        publishedAs = List.copyOf(publishedAs);
    }

    KeeperConfiguration configuration() {
        var repository = new RepositoryConfiguration();
        repository.describe(name(), location, publishedAs);
        repository.retention().runAtOnce();
        keep.ifPresent(repository.retention()::keepExactly);
        grace.ifPresent(both -> repository.gc().useGrace(both, allowShortGrace));
        var configuration = new KeeperConfiguration();
        configuration.keepOnly(repository);
        state.ifPresent(configuration.state()::useDirectory);
        configuration.locateUnder(workingDirectory);
        return configuration;
    }

    /** Returns the option that set this property; the property itself where none did. */
    String optionFor(String path) {
        var property = path.contains("published-as[") ? path.substring(0, path.lastIndexOf('[')) : path;
        return OPTIONS.getOrDefault(property, property);
    }

    /** A name that two repositories never share, since the state is kept by it: the folder's, with a digest of its whole path. */
    private String name() {
        if (FolderText.complaint(location).isPresent()) {
            return "repository";
        }
        var folder = workingDirectory
                .resolve(FolderText.path(location))
                .toAbsolutePath()
                .normalize();
        var last = folder.getFileName() == null ? "" : folder.getFileName().toString();
        var word = last.replaceAll("[^A-Za-z0-9_-]", "-").replaceAll("^[_-]+", "");
        var readable = word.isEmpty() ? "repository" : word.substring(0, Math.min(40, word.length()));
        return readable + "-" + digest(folder.toString());
    }

    private static String digest(String text) {
        try {
            var sha256 = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha256, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
