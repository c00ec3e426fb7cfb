package io.fdlkeeper.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A piece of a file, with the line of its key or item and the path that leads to it. */
sealed interface YamlNode {

    int line();

    String path();

    /**
     * A single value.
     *
     * @param written as it stands in the file, for messages: a value from the environment may be a secret
     * @param value   with the environment filled in; empty where nothing was given
     */
    record Text(int line, String path, String written, Optional<String> value) implements YamlNode {}

    /** Keys with their values, in the order of the file. */
    record Section(int line, String path, Map<String, YamlNode> entries) implements YamlNode {}

    /** Items one after the other. */
    record Items(int line, String path, List<YamlNode> items) implements YamlNode {}

    /** Returns all that is written in a node, wherever it stands. */
    static String text(@Nullable YamlNode node) {
        if (node instanceof Section section) {
            return section.entries().entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + text(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (node instanceof Items items) {
            return items.items().stream().map(YamlNode::text).collect(Collectors.joining(", ", "[", "]"));
        }
        return node instanceof Text text ? text.value().orElse("") : "";
    }

    /** Returns the path of a key below a path. */
    static String below(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** Returns the path of an item below a path. */
    static String item(String path, int index) {
        return path + "[" + index + "]";
    }
}
