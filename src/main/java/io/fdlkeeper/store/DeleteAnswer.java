package io.fdlkeeper.store;

/**
 * What became of one deletion.
 *
 * @param key    the key, or the folder, asked for
 * @param detail the store's own words, empty where there is nothing to say
 */
public record DeleteAnswer(ObjectKey key, DeleteStatus status, String detail) {}
