package io.fdlkeeper.state;

import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.run.RunStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Runs in the database; how a run ended is told in a plain file, since the sentence may name a key. */
final class DatabaseRuns implements RunStore {

    private static final String BEGIN = """
            INSERT INTO run (id, repository, job, actor, started_at)
            VALUES (:id, :repository, :job, :actor, :startedAt)""";
    private static final String END = """
            UPDATE run SET ended_at = :endedAt, outcome = :outcome, plan_digest = :planDigest
            WHERE id = :id AND ended_at IS NULL""";
    private static final String STAGE = """
            INSERT INTO run_stage (run, seq, name, started_at, ended_at)
            SELECT :run, (SELECT COUNT(*) FROM run_stage WHERE run = :run), :name, :startedAt, :endedAt
            FROM run WHERE id = :run AND ended_at IS NULL""";
    private static final String ENDED_BEFORE = "SELECT id FROM run WHERE ended_at < :cutOff ORDER BY started_at, id";

    private final Database database;
    private final RunMessages messages;

    DatabaseRuns(Database database, RunMessages messages) {
        this.database = database;
        this.messages = messages;
    }

    @Override
    public void begin(RunRecord run) {
        String id = StateFolder.fileNameOf(run.id());
        database.write(handle -> {
            if (find(handle, id).isPresent()) {
                throw new IllegalStateException("a run with the id " + id + " was begun before");
            }
            handle.createUpdate(BEGIN)
                    .bind("id", id)
                    .bind("repository", run.repository())
                    .bind("job", run.job().name())
                    .bind("actor", run.actor())
                    .bind("startedAt", time(run.startedAt()))
                    .execute();
            run.stages().forEach(stage -> add(handle, id, stage));
            putStatistics(handle, run);
            return id;
        });
    }

    @Override
    public void stage(String run, RunRecord.Stage stage) {
        database.write(handle -> {
            add(handle, run, stage);
            return run;
        });
    }

    @Override
    public void end(RunRecord run) {
        Instant end = run.endedAt().orElseThrow(() -> unended(run));
        RunOutcome outcome = run.outcome().orElseThrow(() -> unended(run));
        database.write(handle -> {
            List<RunRecord.Stage> known = stages(handle, run.id());
            run.stages().stream()
                    .filter(stage -> !known.contains(stage))
                    .forEach(stage -> add(handle, run.id(), stage));
            putStatistics(handle, run);
            int closed = handle.createUpdate(END)
                    .bind("id", run.id())
                    .bind("endedAt", time(end))
                    .bind("outcome", outcome.name())
                    .bind("planDigest", run.planDigest().orElse(null))
                    .execute();
            requireOpen(closed, run.id());
            // Before the commit: a run that counts as ended has its sentence.
            messages.put(run.id(), run.message());
            return closed;
        });
    }

    @Override
    public Optional<RunRecord> find(String run) {
        return database.read(handle -> find(handle, run));
    }

    @Override
    public List<RunRecord> list(Optional<String> repository, int limit) {
        String where = repository.isPresent() ? "WHERE repository = :repository " : "";
        return database.read(handle -> {
            Query query = handle.createQuery(
                            "SELECT * FROM run " + where + "ORDER BY started_at DESC, id DESC LIMIT :limit")
                    .bind("limit", limit);
            repository.ifPresent(location -> query.bind("repository", location));
            return records(handle, query);
        });
    }

    @Override
    public List<RunRecord> unfinished(String repository) {
        return database.read(handle -> records(
                handle,
                handle.createQuery("SELECT * FROM run WHERE repository = :repository AND ended_at IS NULL "
                                + "ORDER BY started_at, id")
                        .bind("repository", repository)));
    }

    @Override
    public List<String> forgetBefore(Instant cutOff) {
        List<String> old = database.write(handle -> {
            List<String> ids = handle.createQuery(ENDED_BEFORE)
                    .bind("cutOff", time(cutOff))
                    .mapTo(String.class)
                    .list();
            ids.forEach(id -> handle.execute("DELETE FROM run WHERE id = ?", id));
            return ids;
        });
        old.forEach(messages::forget);
        return old;
    }

    private Optional<RunRecord> find(Handle handle, String run) {
        Query query = handle.createQuery("SELECT * FROM run WHERE id = :id").bind("id", run);
        return records(handle, query).stream().findFirst();
    }

    private List<RunRecord> records(Handle handle, Query query) {
        List<Row> rows = query.map((row, context) -> Row.of(row)).list();
        List<RunRecord> records = new ArrayList<>();
        for (Row row : rows) {
            records.add(row.with(statistics(handle, row.id()), messages.of(row.id()), stages(handle, row.id())));
        }
        return records;
    }

    private static void add(Handle handle, String run, RunRecord.Stage stage) {
        int added = handle.createUpdate(STAGE)
                .bind("run", run)
                .bind("name", stage.name())
                .bind("startedAt", time(stage.startedAt()))
                .bind("endedAt", time(stage.endedAt()))
                .execute();
        requireOpen(added, run);
    }

    private static void putStatistics(Handle handle, RunRecord run) {
        run.statistics()
                .forEach((name, count) -> handle.execute(
                        "MERGE INTO run_statistic (run, name, count) KEY (run, name) VALUES (?, ?, ?)",
                        run.id(),
                        name,
                        count));
    }

    private static List<RunRecord.Stage> stages(Handle handle, String run) {
        return handle.createQuery("SELECT name, started_at, ended_at FROM run_stage WHERE run = :run ORDER BY seq")
                .bind("run", run)
                .map((row, context) -> new RunRecord.Stage(
                        row.getString("name"), instant(row, "started_at"), instant(row, "ended_at")))
                .list();
    }

    private static Map<String, Long> statistics(Handle handle, String run) {
        Map<String, Long> counts = new HashMap<>();
        handle.createQuery("SELECT name, count FROM run_statistic WHERE run = :run")
                .bind("run", run)
                .map((row, context) -> Map.entry(row.getString("name"), row.getLong("count")))
                .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
        return counts;
    }

    private static void requireOpen(int changed, String run) {
        if (changed != 1) {
            throw new IllegalStateException("there is no open run with the id " + run);
        }
    }

    private static IllegalArgumentException unended(RunRecord run) {
        return new IllegalArgumentException("a run that ends has an end and an outcome: " + run.id());
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** A row of the table of runs. */
    private record Row(
            String id,
            String repository,
            JobKind job,
            String actor,
            Instant startedAt,
            Optional<Instant> endedAt,
            Optional<RunOutcome> outcome,
            Optional<String> planDigest) {

        static Row of(ResultSet row) throws SQLException {
            @Nullable OffsetDateTime end = row.getObject("ended_at", OffsetDateTime.class);
            return new Row(
                    row.getString("id"),
                    row.getString("repository"),
                    JobKind.valueOf(row.getString("job")),
                    row.getString("actor"),
                    instant(row, "started_at"),
                    Optional.ofNullable(end).map(OffsetDateTime::toInstant),
                    Optional.ofNullable(row.getString("outcome")).map(RunOutcome::valueOf),
                    Optional.ofNullable(row.getString("plan_digest")));
        }

        RunRecord with(Map<String, Long> statistics, String message, List<RunRecord.Stage> stages) {
            return new RunRecord(
                    id, repository, job, actor, startedAt, endedAt, outcome, planDigest, statistics, message, stages);
        }
    }
}
