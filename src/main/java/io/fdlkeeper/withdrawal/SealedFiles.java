package io.fdlkeeper.withdrawal;

import java.util.List;
import java.util.Optional;

/**
 * The files of one case that may show the value, encrypted with the case's key. Values are records of the core, or lists of them.
 *
 * <p>Once the key is destroyed, every file reads as not there.
 */
public interface SealedFiles {

    /** Replaces a file, durably. */
    void put(String name, Object value);

    <T> Optional<T> get(String name, Class<T> type);

    /** Adds one row to a file, durably: it is there after a crash, or the row was torn and counts as not written. */
    void append(String name, Object row);

    /** Reads the rows of a file, in the order they were added. */
    <T> List<T> rows(String name, Class<T> type);

    void remove(String name);

    /** Destroys the key of this case and removes its files; only {@code kept} names stay readable, under a key of their own. */
    void destroyKey(List<String> kept);
}
