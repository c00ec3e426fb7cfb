package io.fdlkeeper.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import java.time.Duration;

/** Reads a duration of a rule that can be switched off; off is no time at all. */
final class DurationOrOffDeserializer extends StdScalarDeserializer<Duration> {

    private static final long serialVersionUID = 1L;

    DurationOrOffDeserializer() {
        super(Duration.class);
    }

    @Override
    public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        return parser.getText().strip().equals("off") ? Duration.ZERO : context.readValue(parser, Duration.class);
    }
}
