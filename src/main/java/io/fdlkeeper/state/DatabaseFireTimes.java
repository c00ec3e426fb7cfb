package io.fdlkeeper.state;

import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.FireTimes;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.ScheduledJob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Times of schedules as rows of the database: written before a job begins, so that one killed in its midst is not begun twice. */
final class DatabaseFireTimes implements FireTimes {

    private static final String PUT = """
            MERGE INTO fire_time (repository, job, times, next_due, next_at, owed, last_started, misfires)
            KEY (repository, job)
            VALUES (:repository, :job, :times, :nextDue, :nextAt, :owed, :lastStarted, :misfires)""";

    private final Database database;

    DatabaseFireTimes(Database database) {
        this.database = database;
    }

    @Override
    public Optional<FireTime> find(String repository, JobKind job) {
        return database.read(handle -> handle.createQuery(
                        "SELECT * FROM fire_time WHERE repository = :repository AND job = :job")
                .bind("repository", repository)
                .bind("job", job.name())
                .map((row, context) -> new FireTime(
                        row.getString("times"),
                        instant(row, "next_due"),
                        instant(row, "next_at"),
                        row.getBoolean("owed"),
                        instant(row, "last_started"),
                        row.getLong("misfires")))
                .findOne());
    }

    @Override
    public void put(String repository, JobKind job, FireTime time) {
        database.write(handle -> handle.createUpdate(PUT)
                .bind("repository", repository)
                .bind("job", job.name())
                .bind("times", time.times())
                .bind("nextDue", time(time.nextDue()))
                .bind("nextAt", time(time.nextAt()))
                .bind("owed", time.owed())
                .bind("lastStarted", time(time.lastStarted()))
                .bind("misfires", time.misfires())
                .execute());
    }

    @Override
    public void keepOnly(List<ScheduledJob> jobs) {
        Set<Row> kept = jobs.stream()
                .map(job -> new Row(job.location(), job.job().name()))
                .collect(Collectors.toSet());
        database.write(handle -> {
            List<Row> rows = handle.createQuery("SELECT repository, job FROM fire_time")
                    .map((row, context) -> new Row(row.getString("repository"), row.getString("job")))
                    .list();
            rows.stream()
                    .filter(row -> !kept.contains(row))
                    .forEach(row -> handle.execute(
                            "DELETE FROM fire_time WHERE repository = ? AND job = ?", row.repository(), row.job()));
            return rows.size();
        });
    }

    private record Row(String repository, String job) {}

    private static @Nullable OffsetDateTime time(Optional<Instant> instant) {
        return instant.map(moment -> moment.atOffset(ZoneOffset.UTC)).orElse(null);
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        @Nullable OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
    }
}
