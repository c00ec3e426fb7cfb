package io.fdlkeeper.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Gathers the problems of one configuration. */
final class Findings {

    private final String source;
    private final List<ConfigurationProblem> found = new ArrayList<>();

    Findings(String source) {
        this.source = source;
    }

    void add(int line, String path, String text) {
        found.add(new ConfigurationProblem(source, line, path, text));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** Tells whether something was found at this path, or at what holds it: what follows from that is no news. */
    boolean explain(String path) {
        return found.stream().anyMatch(problem -> within(path, problem.path()));
    }

    /** Tells whether something was found at or below this path. */
    boolean touch(String path) {
        return found.stream().anyMatch(problem -> within(problem.path(), path));
    }

    private static boolean within(String path, String whole) {
        return !whole.isEmpty()
                && path.startsWith(whole)
                && (path.length() == whole.length() || ".[".indexOf(path.charAt(whole.length())) >= 0);
    }

    /** Returns each problem once, in the order of the lines. */
    ConfigurationReading.Refused refuse() {
        return new ConfigurationReading.Refused(found.stream()
                .distinct()
                .sorted(Comparator.comparingInt(ConfigurationProblem::line))
                .toList());
    }
}
