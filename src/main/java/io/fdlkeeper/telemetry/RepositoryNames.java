package io.fdlkeeper.telemetry;

import java.util.Map;

/** How metrics and messages call a repository: by its name in the configuration, never by where it is. */
final class RepositoryNames {

    /** A repository that the configuration does not name, which a command line keeps by its options. */
    static final String OTHER = "other";

    private volatile Map<String, String> byLocation = Map.of();

    void use(Map<String, String> names) {
        byLocation = Map.copyOf(names);
    }

    String of(String location) {
        return byLocation.getOrDefault(location, OTHER);
    }
}
