package io.fdlkeeper.state;

import io.fdlkeeper.run.Lease;
import io.fdlkeeper.run.Leases;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Leases as rows of the database, under the lock of the state directory.
 *
 * <p>Whoever has that lock is the only process here. So a row another process left was left by one that is gone, and is taken over.
 */
final class DatabaseLeases implements Leases {

    private static final String TAKE = """
            MERGE INTO lease (repository, fence, holder, taken_at, process, pid, host, process_started) KEY (repository)
            VALUES (:repository, :fence, :holder, :takenAt, :process, :pid, :host, :processStarted)""";
    private static final String GIVE_BACK =
            "UPDATE lease SET holder = NULL WHERE repository = :repository AND fence = :fence";
    private static final String IS_NEWEST = """
            SELECT COUNT(*) FROM lease
            WHERE repository = :repository AND fence = :fence AND holder = :holder AND process = :process""";

    private final Database database;
    private final DirectoryLock lock;
    private final ThisProcess process;
    private final Clock clock;

    /**
     * Who we are, in a lease's row.
     *
     * @param token differs for every opening of a state, whatever the pid
     */
    record ThisProcess(String token, long pid, String host, Instant startedAt) {}

    DatabaseLeases(Database database, DirectoryLock lock, ThisProcess process, Clock clock) {
        this.database = database;
        this.lock = lock;
        this.process = process;
        this.clock = clock;
    }

    @Override
    public synchronized Optional<Lease> tryTake(String repository, String holder) {
        return database.write(handle -> {
            Optional<Row> row = row(handle, repository);
            if (row.isPresent() && row.get().isHeldBy(process)) {
                return Optional.empty();
            }
            long fence = row.map(Row::fence).orElse(0L) + 1;
            handle.createUpdate(TAKE)
                    .bind("repository", repository)
                    .bind("fence", fence)
                    .bind("holder", holder)
                    .bind("takenAt", clock.instant().atOffset(ZoneOffset.UTC))
                    .bind("process", process.token())
                    .bind("pid", process.pid())
                    .bind("host", process.host())
                    .bind("processStarted", OffsetDateTime.ofInstant(process.startedAt(), ZoneOffset.UTC))
                    .execute();
            return Optional.of(new DatabaseLease(repository, holder, fence));
        });
    }

    private static Optional<Row> row(Handle handle, String repository) {
        return handle.createQuery("SELECT fence, holder, process FROM lease WHERE repository = :repository")
                .bind("repository", repository)
                .map((row, context) -> new Row(
                        row.getLong("fence"), Optional.ofNullable(row.getString("holder")), row.getString("process")))
                .findOne();
    }

    private record Row(long fence, Optional<String> holder, String process) {
        boolean isHeldBy(ThisProcess us) {
            return holder.isPresent() && process.equals(us.token());
        }
    }

    private final class DatabaseLease extends Lease {

        private final String repository;
        private final String holder;
        private final long fence;

        DatabaseLease(String repository, String holder, long fence) {
            this.repository = repository;
            this.holder = holder;
            this.fence = fence;
        }

        @Override
        public boolean isHeld() {
            return lock.isHeld()
                    && database.read(handle -> handle.createQuery(IS_NEWEST)
                                    .bind("repository", repository)
                                    .bind("fence", fence)
                                    .bind("holder", holder)
                                    .bind("process", process.token())
                                    .mapTo(Integer.class)
                                    .one()
                            == 1);
        }

        @Override
        public void close() {
            database.write(handle -> handle.createUpdate(GIVE_BACK)
                    .bind("repository", repository)
                    .bind("fence", fence)
                    .execute());
        }
    }
}
