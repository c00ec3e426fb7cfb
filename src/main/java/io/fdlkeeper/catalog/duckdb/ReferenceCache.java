package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.repository.VersionId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The catalogs read before, one file each, in one repository's cache folder.
 *
 * <p>A record counts only for the same object, read by the same rules for the same addresses, and only whole: what is damaged is
 * treated as missing.
 */
final class ReferenceCache {

    static final String SUFFIX = ".names";

    /** To be raised with every change of what is read from a catalog or how it is resolved. */
    private static final int RULES = 1;

    private final Path folder;
    private final NameSegments segments;
    private final TreeSet<String> files = new TreeSet<>();

    ReferenceCache(Path folder, NameSegments segments) {
        this.folder = folder;
        this.segments = segments;
        try {
            Files.createDirectories(folder);
            try (var found = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
                found.forEach(file -> files.add(file.getFileName().toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot list the cache folder " + folder + "; check that this user may read it", e);
        }
    }

    /** Digests all that decides which names a catalog has, but its bytes, for which the tag stands. */
    static String identity(CatalogSource source, RepositoryAddress address, boolean developmentFormat) {
        var digest = CatalogFile.sha256();
        var object = source.object();
        var parts = new ArrayList<>(List.of(
                Integer.toString(RULES),
                source.version().text(),
                object.key().text(),
                object.etag().text(),
                Long.toString(object.bytes()),
                Boolean.toString(developmentFormat),
                address.dataDir()));
        parts.addAll(address.publishedAs());
        for (var part : parts) {
            var bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static String fileName(VersionId version, String identity) {
        return version.text() + "-" + identity.substring(0, 16) + SUFFIX;
    }

    static boolean isOf(VersionId version, String fileName) {
        return fileName.startsWith(version.text() + "-");
    }

    /** Tells, without looking into it, whether there is a record of this very object. */
    boolean mayHold(CatalogSource source, String identity) {
        return files.contains(fileName(source.version(), identity));
    }

    /** Finds the record of this very object; one with another digest than the version's record tells is none. */
    Optional<RecordedCatalog> find(CatalogSource source, String identity) {
        var name = fileName(source.version(), identity);
        if (!files.contains(name)) {
            return Optional.empty();
        }
        return open(name)
                .filter(recorded -> recorded.head().identity().equals(identity))
                .filter(recorded -> source.expectedSha256()
                        .filter(expected -> !expected.equals(recorded.head().sha256()))
                        .isEmpty());
    }

    /** Returns whatever is recorded of a version, under any address. */
    List<RecordedCatalog> ofVersion(VersionId version) {
        var prefix = version.text() + "-";
        return files.subSet(prefix, prefix + Character.MAX_VALUE).stream()
                .map(this::open)
                .flatMap(Optional::stream)
                .toList();
    }

    Optional<RecordedCatalog> open(String name) {
        try {
            var recorded = RecordedCatalog.decode(Files.readAllBytes(folder.resolve(name)));
            return recorded.head().segments().stream().allMatch(segments::isSound)
                    ? Optional.of(recorded)
                    : Optional.empty();
        } catch (IOException e) {
            // Missing, cut or changed: the catalog is read again where it still is.
            return Optional.empty();
        }
    }

    /** Brings a record and the lists it refers to to disk: once its catalog is gone, they are all that tells its names. */
    void force(VersionId version, RecordedCatalog recorded) throws IOException {
        for (var segment : recorded.head().segments()) {
            segments.force(segment);
        }
        NameSegments.force(folder.resolve(fileName(version, recorded.head().identity())));
        NameSegments.force(folder);
    }

    /** Records a catalog, after the lists it refers to. */
    void keep(VersionId version, RecordedCatalog recorded) throws IOException {
        var name = fileName(version, recorded.head().identity());
        var temporary = folder.resolve(UUID.randomUUID() + NameSegments.TEMPORARY);
        try {
            Files.write(temporary, recorded.encode());
            NameSegments.publish(temporary, folder.resolve(name));
            files.add(name);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
