package io.fdlkeeper.store;

import java.nio.file.Path;

/** An object's bytes as a file on this machine; closing it removes a temporary copy and leaves a file of the store alone. */
public interface LocalFile extends AutoCloseable {

    Path path();

    ListedObject object();

    @Override
    void close();
}
