package io.fdlkeeper.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets each repository inherit what was said for all: its {@code retention}, {@code gc}, {@code schedules} and {@code s3} are laid over
 * those of the file.
 *
 * <p>Key by key; a list replaces a list. An inherited node keeps its own line and path, so a mistake is shown where it stands.
 */
final class Inheritance {

    private static final List<String> INHERITED = List.of("retention", "gc", "schedules", "s3");

    private Inheritance() {}

    static YamlNode.Section apply(YamlNode.Section file) {
        if (!(file.entries().get("repositories") instanceof YamlNode.Items repositories)) {
            return file;
        }
        var items = repositories.items().stream()
                .map(item -> item instanceof YamlNode.Section repository ? inherit(repository, file) : item)
                .toList();
        return with(file, Map.of("repositories", new YamlNode.Items(repositories.line(), repositories.path(), items)));
    }

    /** Returns the section for all repositories that this one inherits from; itself where it inherits nothing. */
    static String general(String section) {
        var last = section.substring(section.lastIndexOf('.') + 1);
        return INHERITED.contains(last) ? last : section;
    }

    private static YamlNode inherit(YamlNode.Section repository, YamlNode.Section file) {
        var laid = new LinkedHashMap<String, YamlNode>();
        for (var name : INHERITED) {
            if (!(file.entries().get(name) instanceof YamlNode.Section general)) {
                continue;
            }
            var own = repository.entries().get(name);
            if (own == null || own instanceof YamlNode.Text text && text.value().isEmpty()) {
                laid.put(name, general);
            } else if (own instanceof YamlNode.Section special) {
                var entries = new LinkedHashMap<>(general.entries());
                entries.putAll(special.entries());
                laid.put(name, new YamlNode.Section(special.line(), special.path(), entries));
            }
        }
        return with(repository, laid);
    }

    private static YamlNode.Section with(YamlNode.Section section, Map<String, ? extends YamlNode> more) {
        var entries = new LinkedHashMap<>(section.entries());
        entries.putAll(more);
        return new YamlNode.Section(section.line(), section.path(), entries);
    }
}
