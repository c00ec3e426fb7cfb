package io.fdlkeeper.store.local;

import java.nio.file.FileSystemException;

/** A segment of a key is a symbolic link, which is never followed on this way. */
final class LinkInPathException extends FileSystemException {

    private static final long serialVersionUID = 1L;

    LinkInPathException(String link) {
        super(link, null, link + " is a symbolic link");
    }
}
