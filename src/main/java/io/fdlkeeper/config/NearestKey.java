package io.fdlkeeper.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the key that was probably meant. */
final class NearestKey {

    private static final LevenshteinDistance DISTANCE = LevenshteinDistance.getDefaultInstance();

    private NearestKey() {}

    static String suggest(String unknown, Collection<String> known) {
        return known.stream()
                .min(Comparator.<String>comparingInt(key -> DISTANCE.apply(unknown, key))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(key -> DISTANCE.apply(unknown, key) <= Math.max(2, unknown.length() / 3))
                .map(key -> "did you mean '" + key + "'?")
                .orElseGet(() -> "known here: " + known.stream().sorted().collect(Collectors.joining(", ")));
    }
}
