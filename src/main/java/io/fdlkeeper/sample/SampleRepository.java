package io.fdlkeeper.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;

/** Makes a real small FDL repository that shows what a keeper meets: see {@link SampleStory}. */
public final class SampleRepository {
    private SampleRepository() {}

    /**
     * Makes the repository in a new or empty folder.
     *
     * @param folder where; made if it is not there
     * @param now the time at which the story ends; every age counts back from it
     * @param seed the same time and seed give the same ids and file names
     * @throws IOException if the folder holds anything, or cannot be written
     */
    public static SampleReport create(Path folder, Instant now, long seed) throws IOException {
        var root = folder.toAbsolutePath().normalize();
        requireEmpty(root);
        try {
            return SampleStory.tell(root, now, seed);
        } catch (SQLException e) {
            throw new IOException("the sample repository in " + root + " could not be written: " + e.getMessage(), e);
        }
    }

    /** Makes the folder if it is not there. */
    static void requireEmpty(Path root) throws IOException {
        Files.createDirectories(root);
        try (var inside = Files.list(root)) {
            if (inside.findAny().isPresent()) {
                throw new IOException("a sample repository is made in an empty folder only, and " + root
                        + " holds something: name another folder");
            }
        }
    }
}
