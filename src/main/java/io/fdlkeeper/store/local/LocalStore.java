package io.fdlkeeper.store.local;

import io.fdlkeeper.store.HiddenCopies;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.time.Clock;

/** Makes an {@link ObjectStore} of a folder. */
public final class LocalStore {

    private LocalStore() {}

    /**
     * Opens the folder as a store.
     *
     * <p>The path is resolved once, so a link among the folders that lead to it may move later without moving the store. Its location
     * is the resolved path.
     *
     * @param root  an existing folder
     * @param clock the clock of the machine that stamps the files
     * @throws StoreException when the folder cannot serve as a store; the message says why and what to do
     */
    public static ObjectStore at(Path root, Clock clock) {
        requireUtf8Names(System.getProperty("sun.jnu.encoding", ""));
        var tree = new FolderTree(realFolder(root));
        return new ObjectStore(
                tree.root().toString(),
                new FolderLister(tree),
                new FolderReader(tree),
                new FolderWriter(tree),
                new FolderDeleter(tree),
                clock::instant,
                HiddenCopies.NONE);
    }

    /** With any other encoding two names can read alike, and a name can read as another that is there too. */
    static void requireUtf8Names(String encoding) {
        if (!isUtf8(encoding)) {
            throw new StoreException(
                    "File names are read as '" + encoding
                            + "' here, so a name could be taken for another; start the process with LC_ALL=C.UTF-8 or another UTF-8 locale.");
        }
    }

    private static boolean isUtf8(String encoding) {
        try {
            return Charset.forName(encoding).equals(StandardCharsets.UTF_8);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return false;
        }
    }

    private static Path realFolder(Path root) {
        Path real;
        try {
            real = root.toRealPath();
        } catch (IOException e) {
            throw new StoreException(
                    "The folder " + root + " cannot be opened (" + Trouble.of(e)
                            + "); name an existing folder that can be read.",
                    e);
        }
        requireItselfWithDots(root, real);
        if (!Files.isDirectory(real)) {
            throw new StoreException(root + " is no folder; name the folder that holds fdl.json.");
        }
        requireSafeAccess(real);
        return real;
    }

    /** Behind a link, {@code ..} leads beside the link's target: not where a person reads it to lead. */
    private static void requireItselfWithDots(Path root, Path real) {
        try {
            var asRead = root.toAbsolutePath().normalize();
            if (!asRead.equals(root.toAbsolutePath()) && !asRead.toRealPath().equals(real)) {
                throw new StoreException(
                        "The folder " + root + " reads as " + asRead + " but is " + real + "; name it without '..'.");
            }
        } catch (IOException e) {
            throw new StoreException(
                    "The folder " + root + " is " + real + ", not what it reads as; name it without '..'.", e);
        }
    }

    /** Without it a folder could be exchanged for a link between a look at it and a step into it. */
    private static void requireSafeAccess(Path real) {
        try (var folder = Files.newDirectoryStream(real)) {
            if (!(folder instanceof SecureDirectoryStream)) {
                throw new StoreException(
                        "The file system of " + real
                                + " cannot be entered folder by folder without following links; use a repository on a local or network disk of Linux or macOS.");
            }
        } catch (IOException e) {
            throw new StoreException(
                    "The folder " + real + " cannot be read (" + Trouble.of(e)
                            + "); give this process read permission on it.",
                    e);
        }
    }
}
