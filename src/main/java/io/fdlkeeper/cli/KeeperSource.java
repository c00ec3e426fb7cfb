package io.fdlkeeper.cli;

import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.withdrawal.Signing;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Opens what commands work with. Made by the root, since only it sees configuration, stores and state. */
public interface KeeperSource {

    /**
     * Opens the state and the repositories.
     *
     * @throws CommandFailure when the options or the configuration are wrong, or the state is in use or unreadable
     */
    OpenKeeper open(KeeperOptions options);

    /**
     * Completes options that name no place by where a case was opened.
     *
     * @param caseId empty for any case of the state
     */
    KeeperOptions recall(KeeperOptions options, Optional<String> caseId);

    /** Remembers with a case where it was opened, so that later orders need not say it again; nothing where a file says it. */
    void remember(KeeperOptions options, OpenKeeper keeper, String caseId);

    /** Returns what checks signatures; opens no state, and no key of the keeper. */
    Signing checking();

    /** Proves the audit log in a folder, which may be a copy; opens no state. */
    AuditAccount auditIn(Path folder);

    /** Checks options and configuration, and changes nothing. */
    Checked check(KeeperOptions options);

    /**
     * Makes a sample repository in a new or empty folder.
     *
     * @throws CommandFailure when the folder holds something or cannot be written
     */
    Sample sample(Path folder);

    /**
     * Makes a sample repository in which an address was published by mistake, in a new or empty folder.
     *
     * @throws CommandFailure when the folder holds something or cannot be written
     */
    default Leak leak(Path folder) {
        throw new CommandFailure(ExitCode.USAGE, "no sample can be made in " + folder + " from here");
    }

    /**
     * Runs the service on a configuration file until it is stopped.
     *
     * @return how it ended
     * @throws CommandFailure when it cannot start
     */
    ExitCode serve(KeeperOptions options);

    /**
     * What a check found.
     *
     * @param source       the configuration file, or the command line
     * @param problems     one line each; empty when it is sound
     * @param repositories the names of the repositories in it
     */
    record Checked(String source, List<String> problems, List<String> repositories) {}

    /** A leaked value, and the writer whose repository holds it. */
    interface Leak extends AutoCloseable {

        /** Returns the table as an order names it. */
        String table();

        String column();

        String value();

        /** Publishes a version without the value and without the files that hold it; returns its id. */
        String publishClean();

        @Override
        void close();
    }

    /**
     * What a sample holds.
     *
     * @param keptByTag     key of a data file that only a tagged old version names
     * @param heldByHistory key of a data file that only ended rows of catalogs name
     * @param orphan        key of an old data file that nothing names
     */
    record Sample(
            Path folder,
            int versions,
            int unfinished,
            long objects,
            long bytes,
            String keptByTag,
            String heldByHistory,
            String orphan) {}
}
