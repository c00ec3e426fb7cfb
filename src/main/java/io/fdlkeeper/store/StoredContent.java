package io.fdlkeeper.store;

import java.nio.charset.StandardCharsets;

/** A small object with its content, both seen in one read. */
@SuppressWarnings("ArrayRecordComponent") // read once and parsed at once; never compared
public record StoredContent(ListedObject object, byte[] content) {

    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }
}
