package io.fdlkeeper.repository;

/**
 * The repository's own document, {@code fdl.json}.
 *
 * @param id      the repository's id
 * @param dataDir the data folder as a key prefix ending in a slash
 */
public record RepositoryDocument(String fdl, String id, String dataDir) {

    /** Where it stands. */
    public static final String KEY = "fdl.json";
}
