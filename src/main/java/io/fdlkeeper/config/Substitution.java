package io.fdlkeeper.config;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Fills in the environment: {@code ${NAME}}, or {@code ${NAME:-default}} where it may be missing or empty; {@code $${} stands for
 * itself.
 */
final class Substitution {

    private static final Pattern PLACE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
    private static final Pattern VARIABLE = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);

    private final Map<String, String> environment;

    Substitution(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * Returns the text with every place filled in.
     *
     * @throws IllegalArgumentException with the first thing wrong
     */
    String fill(String text) {
        var filled = new StringBuilder();
        var places = PLACE.matcher(text);
        int end = 0;
        while (places.find()) {
            filled.append(text, end, places.start());
            var content = places.group(1);
            if (content == null) {
                filled.append("${");
            } else if (places.group(2).isEmpty()) {
                throw new IllegalArgumentException(
                        "'${" + content + "' is not closed; write ${NAME}, or $${ for the text itself");
            } else {
                filled.append(value(content));
            }
            end = places.end();
        }
        return filled.append(text, end, text.length()).toString();
    }

    private String value(String content) {
        var variable = VARIABLE.matcher(content);
        if (!variable.matches()) {
            throw new IllegalArgumentException(
                    "'${" + content + "}' names no environment variable; write ${NAME} or ${NAME:-default}");
        }
        var name = variable.group(1);
        var fallback = variable.group(2);
        var value = environment.get(name);
        if (fallback != null) {
            return value == null || value.isEmpty() ? fallback : value;
        }
        if (value == null) {
            throw new IllegalArgumentException(
                    "environment variable " + name + " is not set; set it or write ${" + name + ":-default}");
        }
        return value;
    }
}
