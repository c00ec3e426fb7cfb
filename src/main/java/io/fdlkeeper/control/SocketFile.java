package io.fdlkeeper.control;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The socket of a state directory: {@code control/socket}, in a folder of its own that nobody else may enter.
 *
 * <p>An address holds about a hundred bytes. Where the path is longer, each side reaches the same file through a short link of its own,
 * which is gone once the socket is bound or connected; so nothing depends on a folder for temporary files that both see.
 */
record SocketFile(Path state) {

    /** Linux takes 107 bytes, macOS 103. */
    private static final int LONGEST = 100;

    private static final String FOLDER_RIGHTS = "rwx------";
    private static final String FILE_RIGHTS = "rw-------";

    /** What is done with an address. */
    @FunctionalInterface
    interface Use<T> {
        T with(UnixDomainSocketAddress address) throws IOException;
    }

    Path folder() {
        return state.resolve("control");
    }

    Path file() {
        return folder().resolve("socket");
    }

    /** Makes the folder, and takes away what a killed daemon left. Only for who holds the state's lock. */
    void prepare() throws IOException {
        if (!Files.isDirectory(folder(), LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(
                    folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(FOLDER_RIGHTS)));
        }
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString(FOLDER_RIGHTS));
        Files.deleteIfExists(file());
    }

    /** Keeps everybody else from the socket itself, too. */
    void restrict() throws IOException {
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(FILE_RIGHTS));
    }

    void remove() throws IOException {
        Files.deleteIfExists(file());
    }

    <T> T use(Use<T> use) throws IOException {
        Path file = file().toAbsolutePath();
        if (file.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST) {
            return use.with(UnixDomainSocketAddress.of(file));
        }
        Path temporary = Files.createTempDirectory("fdl-keeper-");
        Path link = temporary.resolve("c");
        try {
            Files.createSymbolicLink(link, file.getParent());
            return use.with(UnixDomainSocketAddress.of(link.resolve("socket")));
        } finally {
            Files.deleteIfExists(link);
            Files.deleteIfExists(temporary);
        }
    }
}
