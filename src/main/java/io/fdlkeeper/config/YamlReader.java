package io.fdlkeeper.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads YAML into nodes that know their lines, and finds what is wrong with it as YAML. */
final class YamlReader {

    private final Substitution substitution;
    private final Findings findings;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    YamlReader(Substitution substitution, Findings findings) {
        this.substitution = substitution;
        this.findings = findings;
    }

    /** Returns the whole file as a section; empty where it is none, with a finding that says so. */
    Optional<YamlNode.Section> read(String text) {
        Node root;
        try {
            root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
        } catch (MarkedYAMLException e) {
            var mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            findings.add(mark == null ? 0 : mark.getLine() + 1, "", "is not valid YAML: " + e.getProblem());
            return Optional.empty();
        } catch (YAMLException e) {
            findings.add(0, "", "is not valid YAML: " + firstLine(e));
            return Optional.empty();
        }
        if (root == null) {
            findings.add(0, "", "is empty; a configuration names at least one repository");
            return Optional.empty();
        }
        if (root instanceof MappingNode mapping) {
            return Optional.of(section(mapping, line(root), ""));
        }
        findings.add(line(root), "", "holds no settings; keys such as repositories: are expected");
        return Optional.empty();
    }

    private Optional<YamlNode> node(Node node, int line, String path) {
        if (!seen.add(node)) {
            findings.add(line, path, "refers to another place with *; write the values out");
            return Optional.empty();
        }
        if (node instanceof MappingNode mapping) {
            return Optional.of(section(mapping, line, path));
        }
        if (node instanceof SequenceNode sequence) {
            return Optional.of(items(sequence, line, path));
        }
        return node instanceof ScalarNode scalar ? text(scalar, line, path) : Optional.empty();
    }

    private YamlNode.Section section(MappingNode mapping, int line, String path) {
        var entries = new LinkedHashMap<String, YamlNode>();
        var lines = new LinkedHashMap<String, Integer>();
        for (var tuple : mapping.getValue()) {
            int here = line(tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                findings.add(here, path, "has a key that is no plain word");
                continue;
            }
            var name = key.getValue();
            var below = YamlNode.below(path, name);
            var earlier = lines.putIfAbsent(name, here);
            if (earlier != null) {
                findings.add(here, below, "stands twice, first on line " + earlier);
                continue;
            }
            node(tuple.getValueNode(), here, below).ifPresent(value -> entries.put(name, value));
        }
        return new YamlNode.Section(line, path, Collections.unmodifiableMap(entries));
    }

    private YamlNode.Items items(SequenceNode sequence, int line, String path) {
        var items = new ArrayList<YamlNode>();
        for (int i = 0; i < sequence.getValue().size(); i++) {
            var item = sequence.getValue().get(i);
            node(item, line(item), YamlNode.item(path, i)).ifPresent(items::add);
        }
        return new YamlNode.Items(line, path, items);
    }

    private Optional<YamlNode> text(ScalarNode scalar, int line, String path) {
        var written = scalar.getValue();
        String value;
        try {
            value = substitution.fill(written);
        } catch (IllegalArgumentException e) {
            findings.add(line, path, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        boolean nothing = scalar.isPlain() && (scalar.getTag().equals(Tag.NULL) || value.isBlank());
        return Optional.of(new YamlNode.Text(line, path, written, nothing ? Optional.empty() : Optional.of(value)));
    }

    private static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    private static String firstLine(YAMLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("it cannot be read");
    }
}
