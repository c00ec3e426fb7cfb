package io.fdlkeeper.store;

/**
 * An object's key, relative to the repository's prefix, kept exactly as the store spells it.
 *
 * <p>Order is that of the UTF-8 bytes, which is the order of code points and not that of {@link String#compareTo}.
 */
public record ObjectKey(String text) implements Comparable<ObjectKey> {

    public ObjectKey {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("an object key is not empty");
        }
    }

    @Override
    public int compareTo(ObjectKey other) {
        return compareUtf8(text, other.text);
    }

    /** Compares two texts in the order of their UTF-8 bytes. */
    public static int compareUtf8(String left, String right) {
        int shared = Math.min(left.length(), right.length());
        for (int i = 0; i < shared; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean onlyOneIsAstral = Character.isSurrogate(a) != Character.isSurrogate(b);
                return onlyOneIsAstral ? (Character.isSurrogate(a) ? 1 : -1) : Character.compare(a, b);
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    public boolean startsWith(String prefix) {
        return text.startsWith(prefix);
    }

    /** Returns what follows the last slash; empty for a key that ends in one. */
    public String lastSegment() {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** Returns everything up to and including the last slash; empty for a key without one. */
    public String folder() {
        return text.substring(0, text.lastIndexOf('/') + 1);
    }

    /** Tells whether a segment is {@code .} or {@code ..}: such a key is never addressed, since clients rewrite it. */
    public boolean hasDotSegment() {
        for (String segment : text.split("/", -1)) {
            if (segment.equals(".") || segment.equals("..")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return text;
    }
}
