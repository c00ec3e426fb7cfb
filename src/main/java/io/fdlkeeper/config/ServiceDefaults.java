package io.fdlkeeper.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes in what the sections of Dropwizard leave open, where its own defaults are not ours.
 *
 * <p>The admin port listens to this machine alone; the log goes to standard error, since standard output belongs to a command's answer;
 * requests are not logged.
 */
final class ServiceDefaults {

    private static final String ADMIN_PORT = "8081";

    private ServiceDefaults() {}

    static YamlNode.Section apply(YamlNode.Section file) {
        YamlNode.Section logging = with(section(file, "logging"), "appenders", ServiceDefaults::standardError);
        YamlNode.Section quiet = with(logging, "loggers", ServiceDefaults::loggers);
        YamlNode.Section server = section(file, "server");
        boolean usual = text(server, "type").map("default"::equals).orElse(true);
        YamlNode.Section whole = put(file, "logging", quiet);
        return usual ? put(whole, "server", server(server)) : whole;
    }

    private static YamlNode.Section server(YamlNode.Section server) {
        YamlNode.Section quiet = with(
                server,
                "requestLog",
                (line, path) -> section(line, path, Map.of("appenders", new YamlNode.Items(line, path, List.of()))));
        YamlNode.Section connected = with(quiet, "adminConnectors", ServiceDefaults::adminConnectors);
        return connected.entries().get("adminConnectors") instanceof YamlNode.Items connectors
                ? put(connected, "adminConnectors", local(connectors))
                : connected;
    }

    private static YamlNode adminConnectors(int line, String path) {
        var connector = Map.of("type", word(line, path, "http"), "port", word(line, path, ADMIN_PORT));
        return new YamlNode.Items(line, path, List.of(section(line, path, connector)));
    }

    private static YamlNode.Items local(YamlNode.Items connectors) {
        List<YamlNode> items = connectors.items().stream()
                .map(item -> item instanceof YamlNode.Section connector
                        ? with(connector, "bindHost", (line, path) -> word(line, path, "localhost"))
                        : item)
                .toList();
        return new YamlNode.Items(connectors.line(), connectors.path(), items);
    }

    private static YamlNode standardError(int line, String path) {
        var appender = Map.of("type", word(line, path, "console"), "target", word(line, path, "stderr"));
        return new YamlNode.Items(line, path, List.of(section(line, path, appender)));
    }

    /** What these say of their own start is no news. */
    private static YamlNode loggers(int line, String path) {
        return section(
                line, path, Map.of("org.quartz", word(line, path, "WARN"), "org.flywaydb", word(line, path, "WARN")));
    }

    /** Makes a node at a place. */
    @FunctionalInterface
    private interface Default {
        YamlNode at(int line, String path);
    }

    private static YamlNode.Section with(YamlNode.Section section, String key, Default missing) {
        return section.entries().containsKey(key)
                ? section
                : put(section, key, missing.at(section.line(), YamlNode.below(section.path(), key)));
    }

    private static YamlNode.Section put(YamlNode.Section section, String key, YamlNode value) {
        var entries = new LinkedHashMap<>(section.entries());
        entries.put(key, value);
        return new YamlNode.Section(section.line(), section.path(), entries);
    }

    private static YamlNode.Section section(YamlNode.Section file, String key) {
        return file.entries().get(key) instanceof YamlNode.Section written
                ? written
                : section(file.line(), key, Map.of());
    }

    private static YamlNode.Section section(int line, String path, Map<String, YamlNode> entries) {
        return new YamlNode.Section(line, path, entries);
    }

    private static YamlNode word(int line, String path, String value) {
        return new YamlNode.Text(line, path, value, Optional.of(value));
    }

    private static Optional<String> text(YamlNode.Section section, String key) {
        return section.entries().get(key) instanceof YamlNode.Text text ? text.value() : Optional.empty();
    }
}
