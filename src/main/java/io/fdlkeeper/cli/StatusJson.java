package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.maintenance.AcceptRoots;
import io.fdlkeeper.maintenance.RepositoryStatus;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.Ref;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.RunRecord;
import java.io.IOException;

/** Writes how a repository stands, for scripts. */
final class StatusJson {

    private StatusJson() {}

    /**
     * @param full also tells every ref and every foreign key
     */
    static void write(JsonGenerator json, RepositoryStatus status, boolean full) throws IOException {
        json.writeStringField("repository", status.name());
        json.writeStringField("location", status.location());
        json.writeObjectFieldStart("versions");
        for (VersionState state : VersionState.values()) {
            json.writeNumberField(StatusText.word(state), status.versions().getOrDefault(state, 0L));
        }
        json.writeEndObject();
        json.writeNumberField("refCount", status.refs().size());
        if (full) {
            json.writeArrayFieldStart("refs");
            for (Ref ref : status.refs()) {
                json.writeStartObject();
                json.writeStringField("ref", ref.name().text());
                json.writeStringField("version", ref.target().text());
                json.writeEndObject();
            }
            json.writeEndArray();
            JsonOutput.strings(json, "foreign", status.foreign());
        }
        ReportJson.refusals(json, status.refusals());
        missing(json, status);
        json.writeObjectFieldStart("lastRuns");
        for (RunRecord run : status.lastRuns().values()) {
            json.writeObjectFieldStart(run.job().id());
            new RunJson(run).to(json);
            json.writeEndObject();
        }
        json.writeEndObject();
        ReportJson.total(json, "heldByHistoryOnly", heldByHistory(status));
        RunJson.statistics(json, status.statistics());
        JsonOutput.strings(json, "notes", status.notes());
    }

    /** Returns what only history held when a collection last looked. */
    static Totals heldByHistory(RepositoryStatus status) {
        return new Totals(
                status.statistics().getOrDefault("heldByHistoryOnly.objects", 0L),
                status.statistics().getOrDefault("heldByHistoryOnly.bytes", 0L));
    }

    private static void missing(JsonGenerator json, RepositoryStatus status) throws IOException {
        if (status.missing().isEmpty()) {
            json.writeNullField("missing");
            return;
        }
        AcceptRoots.Missing missing = status.missing().get();
        json.writeObjectFieldStart("missing");
        json.writeStringField("digest", missing.digest());
        JsonOutput.strings(
                json,
                "versions",
                missing.versions().stream().map(VersionId::text).toList());
        json.writeEndObject();
    }
}
