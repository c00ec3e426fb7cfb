package io.fdlkeeper.repository;

/** A ref's full name, such as {@code refs/heads/main}; it is also its key in the repository. */
public record RefName(String text) implements Comparable<RefName> {

    private static final String PREFIX = "refs/";

    public RefName {
        if (!isValid(text)) {
            throw new MalformedDocumentException("not a ref name (refs/… is expected): " + text);
        }
    }

    /** Tells whether a text has the form of a ref's full name. */
    public static boolean isValid(String text) {
        return text.startsWith(PREFIX) && !text.endsWith("/");
    }

    /** Tells whether versions are counted back from here: branch heads and requests. */
    public boolean isTip() {
        return text.startsWith("refs/heads/") || text.startsWith("refs/requests/");
    }

    @Override
    public int compareTo(RefName other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
