package io.fdlkeeper.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The demo's own folder. It is emptied only where an earlier demo left its marker. */
record DemoFolder(Path root) {

    static final String MARKER = ".made-by-fdl-keeper-demo";

    Path repository() {
        return root.resolve("repository");
    }

    Path state() {
        return root.resolve("state");
    }

    Path certificate() {
        return root.resolve("certificate");
    }

    /** Makes the folder, empty but for the marker. */
    void prepare() {
        try {
            if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
                requireOurs();
                empty();
            }
            Files.createDirectories(root);
            Path marker = root.resolve(MARKER);
            if (Files.notExists(marker)) {
                Files.writeString(marker, "fdl-keeper demo empties this folder each time it runs.\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireOurs() throws IOException {
        if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
            throw new CommandFailure(ExitCode.USAGE, root + " is no folder: name another with --folder");
        }
        try (Stream<Path> inside = Files.list(root)) {
            boolean holdsSomething = inside.findAny().isPresent();
            if (holdsSomething && !Files.isRegularFile(root.resolve(MARKER), LinkOption.NOFOLLOW_LINKS)) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        root
                                + " holds something that no demo made, so it is left alone: name another folder with --folder");
            }
        }
    }

    /** The marker goes last, so that a demo that was interrupted here is recognised by the next one. */
    private void empty() throws IOException {
        Path marker = root.resolve(MARKER);
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.equals(marker)) {
                    Files.delete(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                if (!folder.equals(root)) {
                    Files.delete(folder);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
