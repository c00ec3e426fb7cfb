package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Writes the members of one object. */
@FunctionalInterface
interface JsonWriting {
    void to(JsonGenerator json) throws IOException;
}
