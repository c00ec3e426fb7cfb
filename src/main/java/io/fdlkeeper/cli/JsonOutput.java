package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Optional;

/** Writes one JSON object as it comes, so that a million items cost no memory. */
final class JsonOutput {

    private JsonOutput() {}

    /** Writes the object and a line end; what was written so far stays when it fails. */
    static void write(PrintStream out, JsonWriting members) {
        JsonFactory factory = JsonFactory.builder().build();
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
            json.writeStartObject();
            members.to(json);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.flush();
    }

    static void strings(JsonGenerator json, String name, Collection<String> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    /** Writes text, or null where there is none. */
    static void optional(JsonGenerator json, String name, Optional<?> value) throws IOException {
        if (value.isPresent()) {
            json.writeStringField(name, value.get().toString());
        } else {
            json.writeNullField(name);
        }
    }
}
