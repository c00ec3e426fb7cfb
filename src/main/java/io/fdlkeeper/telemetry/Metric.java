package io.fdlkeeper.telemetry;

import java.util.List;

/** Every metric of the keeper. Units are base units; labels are few, and none is a key, a folder or a person. */
enum Metric {
    RUNS("fdl_run_total", Kind.COUNTER, "Runs that ended, by how.", "kind", "outcome", "repository"),
    RUN_DURATION("fdl_run_duration_seconds", Kind.HISTOGRAM, "How long runs took.", "kind", "repository"),
    RUNS_ACTIVE("fdl_run_active", Kind.GAUGE, "Runs at work.", "kind", "repository"),
    RUNS_BLOCKED(
            "fdl_run_blocked_total",
            Kind.COUNTER,
            "Runs that did not begin, because another one had the repository's lease.",
            "kind",
            "repository"),
    LAST_SUCCESS(
            "fdl_run_last_success_timestamp_seconds",
            Kind.GAUGE,
            "When the last run ended that succeeded. Survives a restart.",
            "kind",
            "repository"),
    LAST_ATTEMPT(
            "fdl_run_last_attempt_timestamp_seconds",
            Kind.GAUGE,
            "When the last run began, however it ended. Survives a restart.",
            "kind",
            "repository"),
    NEXT_FIRE(
            "fdl_run_next_fire_timestamp_seconds",
            Kind.GAUGE,
            "When the schedule fires next. Absent where there is no schedule.",
            "kind",
            "repository"),
    SCHEDULE_PAUSED(
            "fdl_scheduler_paused", Kind.GAUGE, "1 where the schedule is paused, else 0.", "kind", "repository"),
    MISFIRES(
            "fdl_scheduler_misfires_total",
            Kind.COUNTER,
            "Firings that were not kept, since the state knows this schedule. Survives a restart.",
            "kind",
            "repository"),
    LEASE_LOST("fdl_lease_lost_total", Kind.COUNTER, "Runs that ended because their lease went away.", "repository"),
    SAFETY_STOPS(
            "fdl_gc_safety_stops_total",
            Kind.COUNTER,
            "Runs of any kind that a guard refused, or whose plan waits for a person for this reason.",
            "guard",
            "repository"),
    STORAGE_OBJECTS(
            "fdl_storage_objects",
            Kind.GAUGE,
            "Objects in the data folder at the last collection that made a plan, by what they were found to be."
                    + " `listed` is all of them, and `history-only` a part of `live`. Survives a restart.",
            "class",
            "repository"),
    STORAGE_BYTES(
            "fdl_storage_bytes",
            Kind.GAUGE,
            "Bytes of the objects in `fdl_storage_objects`. Survives a restart.",
            "class",
            "repository"),
    CANDIDATE_OBJECTS(
            "fdl_gc_candidate_objects",
            Kind.GAUGE,
            "Objects that the last plan of a collection found may go. Survives a restart.",
            "repository"),
    CANDIDATE_BYTES("fdl_gc_candidate_bytes", Kind.GAUGE, "Bytes of these. Survives a restart.", "repository"),
    DELETED_OBJECTS("fdl_gc_deleted_objects_total", Kind.COUNTER, "Objects that collections deleted.", "repository"),
    DELETED_BYTES("fdl_gc_deleted_bytes_total", Kind.COUNTER, "Bytes of these.", "repository"),
    SKIPPED(
            "fdl_gc_skipped_objects_total",
            Kind.COUNTER,
            "Objects of a plan that collections left, or found gone already: `spared`, `changed`, `refused` by the store,"
                    + " or `already-absent`.",
            "reason",
            "repository"),
    DELETE_FAILURES(
            "fdl_gc_delete_failures_total",
            Kind.COUNTER,
            "Objects of which no collection knows whether they are gone.",
            "repository"),
    RETENTION_ITEMS(
            "fdl_retention_items_total",
            Kind.COUNTER,
            "Versions that retentions dealt with, by what became of them.",
            "outcome",
            "repository"),
    VERSIONS("fdl_versions", Kind.GAUGE, "Versions by state, when last looked at.", "repository", "state"),
    OLDEST_VERSION(
            "fdl_oldest_version_timestamp_seconds", Kind.GAUGE, "When the oldest live version was made.", "repository"),
    NEWEST_VERSION(
            "fdl_newest_version_timestamp_seconds", Kind.GAUGE, "When the newest live version was made.", "repository"),
    CASES("fdl_withdrawal_cases", Kind.GAUGE, "Withdrawals by state; `REAPPEARED` asks for somebody at once.", "state"),
    CASE_DEADLINE(
            "fdl_withdrawal_deadline_timestamp_seconds",
            Kind.GAUGE,
            "When a clock of an open withdrawal ends: `notify` the authority, `answer` the person. Absent once it is met.",
            "case",
            "clock"),
    RESIDUE_OPEN(
            "fdl_withdrawal_residue_items",
            Kind.GAUGE,
            "What withdrawals have left and somebody must still act on, by kind.",
            "reason"),
    RESIDUE_OVERDUE(
            "fdl_withdrawal_residue_overdue_items", Kind.GAUGE, "Those of them whose date has passed.", "reason"),
    STORE_REQUESTS(
            "fdl_objectstore_requests_total",
            Kind.COUNTER,
            "Requests to stores, each attempt by itself. `ok` is a good answer, `no-answer` none at all; else the store's"
                    + " word. A folder's calls count as requests.",
            "op",
            "code"),
    STORE_DURATION("fdl_objectstore_request_duration_seconds", Kind.HISTOGRAM, "How long requests took.", "op"),
    STORE_THROTTLED(
            "fdl_objectstore_throttled_total", Kind.COUNTER, "Requests that a store asked to send slower.", "op"),
    SKEW(
            "fdl_store_clock_skew_seconds",
            Kind.GAUGE,
            "How far the store's clock was ahead of ours, negative where behind.",
            "repository"),
    ENGINE_MEMORY("fdl_duckdb_memory_bytes", Kind.GAUGE, "Memory that DuckDB holds now, outside of the Java heap."),
    ENGINE_SPILL("fdl_duckdb_temporary_bytes", Kind.GAUGE, "Bytes that DuckDB has on disk now, for want of memory."),
    CONFIGURATION_GOOD(
            "fdl_config_last_reload_success",
            Kind.GAUGE,
            "1 when the configuration was read without a mistake the last time, else 0: then the one before counts."),
    CONFIGURATION_READ(
            "fdl_config_last_reload_success_timestamp_seconds",
            Kind.GAUGE,
            "When the configuration that counts was read."),
    NOTIFICATIONS("fdl_notification_total", Kind.COUNTER, "Messages that were delivered.", "channel"),
    NOTIFICATION_FAILURES(
            "fdl_notification_failures_total",
            Kind.COUNTER,
            "Messages that were given up, after every retry or for want of room.",
            "channel"),
    BUILD("fdl_build_info", Kind.GAUGE, "Always 1; the version of the program that runs.", "version");

    /** What a metric's values mean. */
    enum Kind {
        COUNTER,
        GAUGE,
        HISTOGRAM
    }

    private final String text;
    private final Kind kind;
    private final String help;
    private final List<String> labels;

    Metric(String text, Kind kind, String help, String... labels) {
        this.text = text;
        this.kind = kind;
        this.help = help;
        this.labels = List.of(labels);
    }

    /** Returns the name under which it is scraped. */
    String text() {
        return text;
    }

    Kind kind() {
        return kind;
    }

    String help() {
        return help;
    }

    List<String> labels() {
        return labels;
    }
}
