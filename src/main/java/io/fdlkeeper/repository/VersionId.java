package io.fdlkeeper.repository;

import java.util.regex.Pattern;

/** A version's id: a UUIDv7 in lower case, so ids sort by creation. Source: the format's versions page. */
public record VersionId(String text) implements Comparable<VersionId> {

    private static final Pattern UUID_V7 =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

    public VersionId {
        if (!isValid(text)) {
            throw new MalformedDocumentException("not a version id (a lower-case UUIDv7 is expected): " + text);
        }
    }

    /** Tells whether a text has the form of a version id. */
    public static boolean isValid(String text) {
        return UUID_V7.matcher(text).matches();
    }

    @Override
    public int compareTo(VersionId other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
