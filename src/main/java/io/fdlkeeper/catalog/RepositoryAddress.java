package io.fdlkeeper.catalog;

import java.util.List;

/**
 * Where this repository is, and was ever, to be found: what turns an absolute address of a catalog into a key.
 *
 * @param dataDir     the data folder as a key prefix ending in a slash
 * @param publishedAs addresses of the repository's own prefix, each ending in a slash: its location first, then the configured ones
 */
public record RepositoryAddress(String dataDir, List<String> publishedAs) {

    public RepositoryAddress {
        publishedAs = publishedAs.stream()
                .map(address -> address.endsWith("/") ? address : address + "/")
                .distinct()
                .toList();
    }
}
