package io.fdlkeeper.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Binds nodes to the configuration classes.
 *
 * <p>The library stops at the first mistake. So each one is noted, its node taken out, and binding begun again, until the rest fits.
 */
final class Binding {

    /** What was bound, and the view it was bound from. */
    record Bound(KeeperConfiguration configuration, JsonView view) {}

    private final ObjectMapper mapper;

    Binding(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    Bound bind(YamlNode.Section root, Findings findings) {
        Set<YamlNode> refused = Collections.newSetFromMap(new IdentityHashMap<>());
        while (true) {
            var view = new JsonView(root, refused);
            try {
                return new Bound(mapper.treeToValue(view.json(), KeeperConfiguration.class), view);
            } catch (JsonMappingException e) {
                var node = view.node(path(e));
                findings.add(node.line(), node.path(), Complaint.of(e, node));
                if (node == root || !refused.add(node)) {
                    throw new IllegalStateException("the configuration classes cannot be bound", e);
                }
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("the configuration classes cannot be bound", e);
            }
        }
    }

    private static String path(JsonMappingException e) {
        var path = "";
        for (var reference : e.getPath()) {
            path = reference.getFieldName() == null
                    ? YamlNode.item(path, reference.getIndex())
                    : YamlNode.below(path, reference.getFieldName());
        }
        return path;
    }
}
