package io.fdlkeeper.sample;

import io.fdlkeeper.sample.VersionFolders.Version;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A small repository in which an address was published by mistake. Two versions are from before; the third publishes the address and has a
 * tag, the fourth corrects its row and so copies it, the fifth only deletes the row. Its writer can publish a clean one then.
 */
public final class LeakSample implements AutoCloseable {

    /** The tag on the version that published the address first. */
    public static final String TAG = "refs/tags/newsletter";

    /** Versions that hold the address. */
    public static final int AFFECTED = 3;

    private static final Duration PAUSE = Duration.ofDays(1);
    /** What a version's writing takes at most; nothing it writes is then from the future. */
    private static final Duration WRITING = Duration.ofSeconds(10);

    private final RepositoryFolder folder;
    private final MembersWriter writer;
    private final VersionFolders versions;
    private @Nullable Version head;

    private LeakSample(RepositoryFolder folder, MembersWriter writer, VersionFolders versions) {
        this.folder = folder;
        this.writer = writer;
        this.versions = versions;
    }

    /**
     * Makes the repository in a new or empty folder, as it was when somebody noticed.
     *
     * @param now  the time at which the story stands
     * @param seed the same time and seed give the same ids and file names
     * @throws IOException if the folder holds anything, or cannot be written
     */
    public static LeakSample create(Path root, Instant now, long seed) throws IOException {
        Path target = root.toAbsolutePath().normalize();
        SampleRepository.requireEmpty(target);
        try {
            var ids = new SeededIds(seed);
            var start = now.truncatedTo(ChronoUnit.SECONDS).minus(PAUSE.multipliedBy(6));
            var folder = RepositoryFolder.init(target, ids, start);
            var writer = new MembersWriter(folder.dataFolder(), ids, start);
            var sample = new LeakSample(folder, writer, new VersionFolders(folder, ids));
            sample.publishUntilNoticed(start);
            return sample;
        } catch (SQLException e) {
            throw failed(target, e);
        }
    }

    /** Returns the table that holds the address, as an order names it. */
    public String table() {
        return WorkingCatalog.SCHEMA + "." + MembersWriter.TABLE;
    }

    public String column() {
        return MembersWriter.COLUMN;
    }

    public String address() {
        return MembersWriter.ADDRESS;
    }

    /** Publishes a version that neither holds the address nor names a file that does; returns its id. */
    public String publishClean(Instant now) throws IOException {
        Instant at = now.truncatedTo(ChronoUnit.SECONDS).minus(WRITING);
        try {
            writer.clean(at);
            return publish("Members, written anew", at);
        } catch (SQLException e) {
            throw failed(folder.path(""), e);
        }
    }

    private void publishUntilNoticed(Instant start) throws SQLException, IOException {
        Instant day = start.plus(PAUSE);
        writer.add(day);
        publish("Members", day);
        day = day.plus(PAUSE);
        writer.add(day);
        publish("More members", day);
        day = day.plus(PAUSE);
        writer.addWithTheAddress(day);
        folder.pointRef(TAG, publish("Members of February", day), day.plusSeconds(90));
        day = day.plus(PAUSE);
        writer.correctTheRow(day);
        publish("A date corrected", day);
        day = day.plus(PAUSE).minus(WRITING);
        writer.deleteTheRow(day);
        publish("A member removed", day);
    }

    private String publish(String message, Instant at) throws SQLException, IOException {
        Version next = versions.publish(writer.catalog(), head, "members job", message, at);
        folder.pointRef(SampleStory.MAIN, next.id(), at.plusSeconds(6));
        head = next;
        return next.id();
    }

    private static IOException failed(Path where, SQLException e) {
        return new IOException("the sample repository in " + where + " could not be written: " + e.getMessage(), e);
    }

    @Override
    public void close() throws IOException {
        try {
            writer.close();
        } catch (SQLException e) {
            throw new IOException("the sample's working catalog could not be closed: " + e.getMessage(), e);
        }
    }
}
