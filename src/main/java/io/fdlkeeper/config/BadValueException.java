package io.fdlkeeper.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;

/** A value says nothing its property can take; the message is the end of a sentence that begins with the value. */
final class BadValueException extends JsonMappingException {

    private static final long serialVersionUID = 1L;

    BadValueException(JsonParser parser, String complaint) {
        super(parser, complaint);
    }
}
