package io.fdlkeeper.state;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.h2.api.ErrorCode;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** The database's file: opened, brought to our schema, and asked. */
final class Database implements AutoCloseable {

    /** The version of the newest migration we bring. */
    static final int SCHEMA = 2;

    /** What to do about a database that cannot be read: it holds only runs and leases, so it can be given up alone. */
    static final String REMEDY = "; put it back from a backup, or rename it to keeper.mv.db.damaged (an empty file of "
            + "that name will do), and a new history of runs begins: holds, plans and waiting times stay";

    private static final int LONGEST_REASON = 160;
    private static final Pattern NOT_PLAIN = Pattern.compile("[^ -~]+");
    private static final String VERSION =
            "SELECT MAX(CAST(\"version\" AS INTEGER)) FROM \"flyway_schema_history\" WHERE \"success\"";

    private final Path file;
    private final JdbcConnectionPool pool;
    private final Jdbi jdbi;
    private boolean compactAtClose;

    private Database(Path file, JdbcConnectionPool pool) {
        this.file = file;
        this.pool = pool;
        this.jdbi = Jdbi.create(pool);
    }

    /**
     * Opens the database, creating it where there is none.
     *
     * @throws StateUnreadableException when it is damaged or newer than we are
     */
    static Database open(Path file) {
        JdbcConnectionPool pool = JdbcConnectionPool.create(url(file), "", "");
        try {
            migrate(file, pool);
            StateFiles.makePrivate(file);
            return new Database(file, pool);
        } catch (SQLException | FlywayException e) {
            pool.dispose();
            throw StateFiles.isDiskFull(e)
                    ? StateFiles.failed("open", file, e)
                    : new StateUnreadableException(
                            "the database " + file + " cannot be read (" + reason(e) + ")" + REMEDY, e);
        } catch (RuntimeException e) {
            pool.dispose();
            throw e;
        }
    }

    /** Asks something. */
    <T> T read(Function<Handle, T> question) {
        try (Handle handle = jdbi.open()) {
            return question.apply(handle);
        } catch (JdbiException e) {
            throw failed(e);
        }
    }

    /** Changes something in one transaction, which is on disk when this returns. */
    <T> T write(Function<Handle, T> change) {
        try (Handle handle = jdbi.open()) {
            T answer = handle.inTransaction(change::apply);
            handle.execute("CHECKPOINT SYNC");
            return answer;
        } catch (JdbiException e) {
            throw failed(e);
        }
    }

    /** Asks for the file to be rewritten without what was deleted, when it is closed. */
    void compactAtClose() {
        compactAtClose = true;
    }

    @Override
    public void close() {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(compactAtClose ? "SHUTDOWN COMPACT" : "SHUTDOWN");
        } catch (SQLException e) {
            throw StateFiles.failed("close", file, e);
        } finally {
            pool.dispose();
        }
        StateFiles.makePrivate(file);
    }

    private static String url(Path file) {
        String path = file.toString();
        if (path.contains(";")) {
            throw new StateException("the state directory cannot have a ';' in its path: " + file.getParent());
        }
        // The directory's lock guards the file; FS is the engine's own guard without a background thread. Without a
        // write delay,
        // a commit that returned is in the file even if the process is killed. A short command does not tidy up for
        // long.
        return "jdbc:h2:file:" + path.substring(0, path.length() - ".mv.db".length())
                + ";FILE_LOCK=FS;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0;TRACE_LEVEL_FILE=0;MAX_COMPACT_TIME=20";
    }

    /** Runs the migrations only when the version, asked first, is not ours: scanning for them costs more than opening. */
    private static void migrate(Path file, JdbcConnectionPool pool) throws SQLException {
        int version = version(pool);
        if (version > SCHEMA) {
            throw newer(file, version, SCHEMA);
        }
        if (version < SCHEMA) {
            Flyway.configure()
                    .dataSource(pool)
                    .locations("classpath:db/migration")
                    .validateMigrationNaming(true)
                    .load()
                    .migrate();
        }
    }

    static StateUnreadableException newer(Path path, int version, int known) {
        return new StateUnreadableException(path + " is of version " + version + ", and this fdl-keeper knows " + known
                + "; use the fdl-keeper that wrote it, or a newer one");
    }

    private static int version(JdbcConnectionPool pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(VERSION)) {
            return rows.next() ? rows.getInt(1) : 0;
        } catch (SQLException e) {
            if (e.getErrorCode() == ErrorCode.TABLE_OR_VIEW_NOT_FOUND_DATABASE_EMPTY_1) {
                return 0;
            }
            throw e;
        }
    }

    private StateException failed(JdbiException e) {
        if (StateFiles.isDiskFull(e)) {
            return StateFiles.failed("write", file, e);
        }
        return new StateException("the database " + file + " failed (" + reason(e) + ")" + REMEDY, e);
    }

    /** Returns what the engine says, in one short line: of a damaged file it may quote anything. */
    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (!(cause instanceof SQLException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String said = NOT_PLAIN.matcher(String.valueOf(cause.getMessage())).replaceAll(" ");
        return said.length() > LONGEST_REASON ? said.substring(0, LONGEST_REASON) + "…" : said;
    }
}
