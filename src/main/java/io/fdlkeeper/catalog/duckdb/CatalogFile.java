package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What can be said of a catalog before it is opened. */
final class CatalogFile {

    /** Logs DuckDB writes beside a database; 1.5 and later know all three. */
    private static final List<String> DUCKDB_LOGS = List.of(".wal", ".wal.checkpoint", ".wal.recovery");

    private static final List<String> SQLITE_LOGS = List.of("-wal", "-journal", "-shm");
    private static final byte[] SQLITE = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DUCKDB = "DUCK".getBytes(StandardCharsets.US_ASCII);
    private static final int MAGIC_AT = 8;
    private static final int FLAGS_AT = 20;
    private static final long ENCRYPTED = 1;
    private static final int HEAD_BYTES = 28;

    private CatalogFile() {}

    /** Finds a log that may hold committed rows the file lacks, in what a listing showed. */
    static Optional<Refusal> logListedBeside(CatalogSource source) {
        return source.beside()
                .flatMap(objects -> logBeside(
                        source,
                        DUCKDB_LOGS,
                        log -> objects.stream()
                                .filter(object -> object.key().equals(log))
                                .findFirst()));
    }

    /** Finds a log that may hold committed rows the file lacks, by looking directly. */
    static Optional<Refusal> logBeside(ObjectReader reader, CatalogSource source) {
        return logBeside(source, DUCKDB_LOGS, reader::head);
    }

    private static Optional<Refusal> logBeside(
            CatalogSource source, List<String> suffixes, Function<ObjectKey, Optional<ListedObject>> look) {
        var key = source.object().key().text();
        for (var suffix : suffixes) {
            var log = new ObjectKey(key + suffix);
            if (look.apply(log).filter(object -> object.bytes() > 0).isPresent()) {
                return Optional.of(refusal(
                        Guard.CATALOG_WAL,
                        source,
                        "lies beside " + log + ", which may hold rows that it lacks; publish the version again"));
            }
        }
        return Optional.empty();
    }

    /** Compares the listed size with the recorded one. */
    static Optional<Refusal> wrongSize(CatalogSource source) {
        long bytes = source.object().bytes();
        if (source.expectedBytes().isEmpty() || source.expectedBytes().getAsLong() == bytes) {
            return Optional.empty();
        }
        return Optional.of(refusal(
                Guard.CATALOG_TRUNCATED,
                source,
                "has " + bytes + " bytes, but its record tells "
                        + source.expectedBytes().getAsLong() + "; restore it from a copy"));
    }

    static Optional<Refusal> wrongDigest(CatalogSource source, String sha256) {
        return source.expectedSha256()
                .filter(expected -> !expected.equals(sha256))
                .map(expected -> refusal(
                        Guard.CATALOG_SHA256_MISMATCH,
                        source,
                        "has the SHA-256 " + sha256 + ", but its record tells " + expected
                                + "; restore it from a copy"));
    }

    /** Judges the first bytes; a file that passes may still fail to open. */
    static List<Refusal> wrongKind(ObjectReader reader, CatalogSource source, Path file) throws IOException {
        var head = new byte[HEAD_BYTES];
        int read;
        try (var in = Files.newInputStream(file)) {
            read = in.readNBytes(head, 0, HEAD_BYTES);
        }
        if (startsWith(head, read, 0, SQLITE)) {
            var refusals = new ArrayList<Refusal>();
            logBeside(source, SQLITE_LOGS, reader::head).ifPresent(refusals::add);
            refusals.add(refusal(
                    Guard.CATALOG_SQLITE,
                    source,
                    "is a SQLite file; the format asks for a DuckDB file: publish it as one"));
            return refusals;
        }
        if (!startsWith(head, read, MAGIC_AT, DUCKDB)) {
            return List.of(refusal(Guard.CATALOG_UNREADABLE, source, "is no DuckDB file; restore it from a copy"));
        }
        long flags = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong(FLAGS_AT);
        if (read == HEAD_BYTES && (flags & ENCRYPTED) != 0) {
            return List.of(refusal(
                    Guard.CATALOG_ENCRYPTED,
                    source,
                    "is an encrypted DuckDB file, which only its key opens: publish it open"));
        }
        return List.of();
    }

    private static boolean startsWith(byte[] head, int read, int at, byte[] magic) {
        if (read < at + magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if (head[at + i] != magic[i]) {
                return false;
            }
        }
        return true;
    }

    static Refusal refusal(Guard guard, CatalogSource source, String detail) {
        return new Refusal(guard, source.object().key().text(), "the catalog " + detail);
    }

    /** Reads the file through once. */
    static String sha256(Path file) throws IOException {
        var digest = sha256();
        var buffer = new byte[1 << 16];
        try (var in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
