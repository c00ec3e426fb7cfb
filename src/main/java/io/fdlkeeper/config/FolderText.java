package io.fdlkeeper.config;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A folder as people write it: a path, or a {@code file:} address. */
final class FolderText {

    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://.*");

    private FolderText() {}

    /** Says why this names no folder; empty when it does, or when nothing is given. */
    static Optional<String> complaint(String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        if (lower.startsWith("s3://")) {
            return Optional.of("must be a folder, not a location in a bucket");
        }
        if (text.startsWith("~")) {
            return Optional.of("must be a folder; ~ is not replaced, write the path in full");
        }
        if (!lower.startsWith("file:") && ADDRESS.matcher(text).matches()) {
            return Optional.of("must be a folder, not another kind of address");
        }
        try {
            path(text);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("must be a folder; this cannot be one on this system");
        }
    }

    /**
     * Reads the path, relative where it is written so.
     *
     * @throws IllegalArgumentException where {@link #complaint} has something to say
     */
    static Path path(String text) {
        try {
            return text.toLowerCase(Locale.ROOT).startsWith("file:") ? Path.of(URI.create(text)) : Path.of(text);
        } catch (InvalidPathException | java.nio.file.FileSystemNotFoundException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
