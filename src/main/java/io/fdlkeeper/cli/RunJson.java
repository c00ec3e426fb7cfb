package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the record of a run. */
record RunJson(RunRecord run) implements JsonWriting {

    @Override
    public void to(JsonGenerator json) throws IOException {
        json.writeStringField("run", run.id());
        json.writeStringField("job", run.job().id());
        json.writeStringField("location", run.repository());
        json.writeStringField("actor", run.actor());
        json.writeStringField("startedAt", run.startedAt().toString());
        JsonOutput.optional(json, "endedAt", run.endedAt());
        json.writeStringField("outcome", run.outcome().map(RunOutcome::id).orElse("running"));
        json.writeStringField("message", run.message());
        JsonOutput.optional(json, "digest", run.planDigest());
        statistics(json, run.statistics());
        json.writeArrayFieldStart("stages");
        for (RunRecord.Stage stage : run.stages()) {
            json.writeStartObject();
            json.writeStringField("name", stage.name());
            json.writeStringField("startedAt", stage.startedAt().toString());
            json.writeStringField("endedAt", stage.endedAt().toString());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void statistics(JsonGenerator json, Map<String, Long> statistics) throws IOException {
        json.writeObjectFieldStart("statistics");
        for (var number : new TreeMap<>(statistics).entrySet()) {
            json.writeNumberField(number.getKey(), number.getValue());
        }
        json.writeEndObject();
    }

    static void steps(JsonGenerator json, List<JournalEntry> steps) throws IOException {
        json.writeArrayFieldStart("steps");
        for (JournalEntry step : steps) {
            json.writeStartObject();
            json.writeStringField("action", step.action());
            json.writeStringField("key", step.key());
            json.writeNumberField("bytes", step.bytes());
            json.writeStringField("result", step.result());
            json.writeStringField("detail", step.detail());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
