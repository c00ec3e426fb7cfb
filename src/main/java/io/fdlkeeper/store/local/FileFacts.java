package io.fdlkeeper.store.local;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * What the file system tells of one entry, kept small since a whole folder is in memory at once.
 *
 * @param inode its number, 0 where there is none
 */
record FileFacts(Kind kind, long bytes, long seconds, int nanos, long inode) {

    enum Kind {
        FILE,
        FOLDER,
        LINK,
        OTHER
    }

    static FileFacts of(BasicFileAttributes attributes) {
        var lastModified = attributes.lastModifiedTime().toInstant();
        return new FileFacts(
                kind(attributes),
                attributes.size(),
                lastModified.getEpochSecond(),
                lastModified.getNano(),
                inode(attributes.fileKey()));
    }

    private static Kind kind(BasicFileAttributes attributes) {
        if (attributes.isRegularFile()) {
            return Kind.FILE;
        }
        if (attributes.isDirectory()) {
            return Kind.FOLDER;
        }
        return attributes.isSymbolicLink() ? Kind.LINK : Kind.OTHER;
    }

    /** Asking for the number by its attribute's name costs a map per file; the key's text {@code (dev=…,ino=…)} holds it too. */
    private static long inode(Object fileKey) {
        if (fileKey == null) {
            return 0;
        }
        var text = fileKey.toString();
        int from = text.lastIndexOf("ino=");
        return from < 0 ? text.hashCode() : Long.parseLong(text, from + 4, text.length() - 1, 10);
    }

    boolean is(Kind other) {
        return kind == other;
    }

    Instant lastModified() {
        return Instant.ofEpochSecond(seconds, nanos);
    }

    /**
     * The tag of the content: size, time of last change and inode.
     *
     * <p>The inode tells a replaced file from an old one where both were written within one tick of the file system's clock. The time of
     * the last status change would add nothing but false alarms (a backup that links every file changes it each night), and the device
     * number is another one after each restart on some systems.
     */
    ETag etag() {
        return new ETag(Long.toHexString(bytes) + "-" + Long.toHexString(seconds) + "." + Integer.toHexString(nanos)
                + "-" + Long.toHexString(inode));
    }

    ListedObject as(ObjectKey key) {
        return new ListedObject(key, bytes, lastModified(), etag());
    }
}
