package io.fdlkeeper.state;

import io.fdlkeeper.state.DatabaseLeases.ThisProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A state directory that is ours while this is open: locked, of a version we know, with its database open. */
record OpenedFolder(StateFolder folder, DirectoryLock lock, ThisProcess process, KeyHash keyHash, Database database)
        implements AutoCloseable {

    /** What may lie in a directory in which a state is begun: our own first steps, and what a file system makes. */
    private static final Set<String> NOTHING_YET = Set.of("lock", "temporary", "lost+found");

    static OpenedFolder open(Path directory, Instant now) {
        StateFolder folder = new StateFolder(real(StateFiles.folder(directory)));
        ThisProcess process = thisProcess(now);
        DirectoryLock lock = DirectoryLock.take(
                folder.lock(), "process " + process.pid() + " on " + process.host() + " since " + now);
        try {
            Optional<StateDocument> document = StateDocument.read(folder.document());
            document.ifPresentOrElse(found -> requireKnown(folder, found), () -> requireEmpty(folder));
            makeFolders(folder);
            if (document.map(StateDocument::complete).orElse(false)) {
                requireDatabase(folder);
                return new OpenedFolder(folder, lock, process, KeyHash.read(folder), Database.open(folder.database()));
            }
            return begin(folder, lock, process);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            database.close();
        } finally {
            lock.close();
        }
    }

    /** Fills an empty directory, or goes on where a crash ended that. */
    private static OpenedFolder begin(StateFolder folder, DirectoryLock lock, ThisProcess process) {
        new StateDocument(StateDocument.FORMAT, false).write(folder);
        KeyHash.create(folder);
        // A migration that was interrupted cannot be gone on with; nothing is in it yet.
        StateFiles.delete(folder.database());
        Database database = Database.open(folder.database());
        new StateDocument(StateDocument.FORMAT, true).write(folder);
        return new OpenedFolder(folder, lock, process, KeyHash.read(folder), database);
    }

    private static void makeFolders(StateFolder folder) {
        StateFiles.deleteTree(folder.temporary());
        StateFiles.folder(folder.temporary());
        StateFiles.folder(folder.plans());
        StateFiles.folder(folder.journals());
        StateFiles.folder(folder.messages());
    }

    private static void requireKnown(StateFolder folder, StateDocument document) {
        if (document.format() > StateDocument.FORMAT) {
            throw Database.newer(folder.document(), document.format(), StateDocument.FORMAT);
        }
    }

    private static void requireEmpty(StateFolder folder) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.root())) {
            for (Path entry : entries) {
                if (!NOTHING_YET.contains(String.valueOf(entry.getFileName()))) {
                    throw new StateUnreadableException("the directory " + folder.root() + " holds "
                            + entry.getFileName() + " but no state.json, so it is no state of ours; "
                            + "name an empty directory, or put state.json back from a backup");
                }
            }
        } catch (IOException e) {
            throw StateFiles.failed("read", folder.root(), e);
        }
    }

    private static void requireDatabase(StateFolder folder) {
        try {
            // The engine would silently begin an empty one.
            boolean isThere = Files.exists(folder.database()) && Files.size(folder.database()) > 0;
            if (isThere || Files.exists(folder.damagedDatabase())) {
                return;
            }
        } catch (IOException e) {
            throw StateFiles.failed("read", folder.database(), e);
        }
        throw new StateUnreadableException(
                "the database " + folder.database() + " is missing or empty" + Database.REMEDY);
    }

    private static ThisProcess thisProcess(Instant now) {
        ProcessHandle self = ProcessHandle.current();
        return new ThisProcess(
                UUID.randomUUID().toString(),
                self.pid(),
                host(),
                self.info().startInstant().orElse(now));
    }

    private static String host() {
        try {
            // Not through the resolver, which may take seconds to answer.
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return "this machine";
        }
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException e) {
            throw StateFiles.failed("read", directory, e);
        }
    }
}
