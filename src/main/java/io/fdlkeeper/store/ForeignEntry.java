package io.fdlkeeper.store;

import java.util.Optional;

/**
 * Something a listing met and did not enter.
 *
 * @param key      where it stands, relative to the repository
 * @param why      what it is, in a few words: {@code symbolic link}, {@code special file}, {@code reserved name}, {@code dot segment}
 * @param protects for a link into the repository: what it points at and what counts as live, a key, a folder ending in a slash, or an
 *     empty text for the whole repository
 */
public record ForeignEntry(String key, String why, Optional<String> protects) {}
