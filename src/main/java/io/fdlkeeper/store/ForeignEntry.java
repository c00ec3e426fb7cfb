package io.fdlkeeper.store;

import java.util.Optional;

/**
 * Something a listing met and did not enter.
 *
 * @param key      where it stands, relative to the repository
 * @param why      what it is, in one or two words: {@code symbolic link}, {@code socket}, {@code reserved name}
 * @param protects for a link into the repository: the key, or the folder ending in a slash, that it points at and that counts as live
 */
public record ForeignEntry(String key, String why, Optional<String> protects) {}
