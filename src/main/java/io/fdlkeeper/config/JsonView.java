package io.fdlkeeper.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The nodes as JSON for binding, without those already refused, and the way back from a bound path to its node. */
final class JsonView {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** A place in the file: the line, and the path as the file has it. */
    record Place(int line, String path) {}

    private final Set<YamlNode> refused;
    private final Map<String, YamlNode> nodes = new HashMap<>();
    private final ObjectNode json;

    /** @param refused compared by identity */
    JsonView(YamlNode.Section root, Set<YamlNode> refused) {
        this.refused = refused;
        this.json = section(root, "");
    }

    ObjectNode json() {
        return json;
    }

    /** Returns the node bound at this path. */
    YamlNode node(String path) {
        var node = nodes.get(path);
        if (node == null) {
            throw new IllegalStateException("nothing was bound at " + path);
        }
        return node;
    }

    /** Returns where this path stands in the file; for what is not written there, the line of what would hold it. */
    Place place(String path) {
        var at = path;
        while (!nodes.containsKey(at)) {
            at = at.substring(0, Math.max(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['))));
        }
        var node = node(at);
        var rest = path.substring(at.length());
        return new Place(
                node.line(), node.path().isEmpty() && rest.startsWith(".") ? rest.substring(1) : node.path() + rest);
    }

    private JsonNode json(YamlNode node, String path) {
        if (node instanceof YamlNode.Section section) {
            return section(section, path);
        }
        nodes.put(path, node);
        if (node instanceof YamlNode.Items items) {
            var array = JSON.arrayNode();
            for (var item : items.items()) {
                if (!refused.contains(item)) {
                    array.add(json(item, YamlNode.item(path, array.size())));
                }
            }
            return array;
        }
        return ((YamlNode.Text) node).value().<JsonNode>map(JSON::textNode).orElseGet(JSON::nullNode);
    }

    private ObjectNode section(YamlNode.Section section, String path) {
        nodes.put(path, section);
        var object = JSON.objectNode();
        section.entries().forEach((name, value) -> {
            if (!refused.contains(value)) {
                object.set(name, json(value, YamlNode.below(path, name)));
            }
        });
        return object;
    }
}
