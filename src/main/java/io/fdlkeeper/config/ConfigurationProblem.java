package io.fdlkeeper.config;

/**
 * One thing wrong with a configuration.
 *
 * @param source what was read: the file as it was named, or the command line
 * @param line   the line it stands on, from 1; 0 where it is about the whole
 * @param path   the property, such as {@code repositories[0].gc.grace}; empty where it is about the whole
 * @param text   what is wrong and what to do
 */
public record ConfigurationProblem(String source, int line, String path, String text) {

    /** Returns it in one line: source, line, property and what is wrong. */
    @Override
    public String toString() {
        return source + (line > 0 ? ":" + line : "") + ": " + (path.isEmpty() ? "" : path + ": ") + text;
    }
}
