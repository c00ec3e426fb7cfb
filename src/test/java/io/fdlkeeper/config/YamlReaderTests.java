package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class YamlReaderTests {

    private final Findings findings = new Findings("x.yml");

    @Test
    void everyNodeKnowsItsLineAndPath() {
        var root = read("a:\n  b: 1\nc:\n  - d: x\n    e: y\n  - z\n").orElseThrow();
        assertThat(root.entries().get("a")).satisfies(at(1, "a"));
        assertThat(((YamlNode.Section) root.entries().get("a")).entries().get("b"))
                .satisfies(at(2, "a.b"));
        var items = ((YamlNode.Items) root.entries().get("c")).items();
        assertThat(((YamlNode.Section) items.get(0)).entries().get("e")).satisfies(at(5, "c[0].e"));
        assertThat(items.get(1)).satisfies(at(6, "c[1]"));
    }

    @Test
    void aKeyThatStandsTwiceIsFoundAtItsSecondPlace() {
        read("a:\n  b: 1\n  c: 2\n  b: 3\n");
        assertThat(findings.refuse().text()).isEqualTo("x.yml:4: a.b: stands twice, first on line 2");
    }

    @Test
    void brokenYamlIsFoundWithItsLine() {
        assertThat(read("a: 1\nb: [1, 2\nc: 3\n")).isEmpty();
        assertThat(findings.refuse().text()).startsWith("x.yml:3: is not valid YAML: ");
    }

    @Test
    void aSecondDocumentIsRefused() {
        assertThat(read("a: 1\n---\nb: 2\n")).isEmpty();
        assertThat(findings.refuse().text()).startsWith("x.yml:2: is not valid YAML: ");
    }

    @Test
    void aliasesAreRefusedEvenWhereTheyTurnInACircle() {
        read("a: &here\n  b: 1\n  c: *here\nd: *here\n");
        assertThat(findings.refuse().text()).isEqualTo("""
                        x.yml:3: a.c: refers to another place with *; write the values out
                        x.yml:4: d: refers to another place with *; write the values out""");
    }

    @Test
    void aKeyThatIsNoWordIsRefused() {
        read("a:\n  ? [x, y]\n  : 1\n");
        assertThat(findings.refuse().text()).isEqualTo("x.yml:2: a: has a key that is no plain word");
    }

    @Test
    void commentsMayHoldPlacesThatAreNotFilled() {
        assertThat(read("a: 1 # ${MISSING}\n# b: ${MISSING}\n")).isPresent();
        assertThat(findings.isEmpty()).isTrue();
    }

    @Test
    void aPlainTextThatTurnsOutEmptyIsNothingAndAQuotedOneIsEmpty() {
        var root = new YamlReader(new Substitution(Map.of("EMPTY", "")), findings)
                .read("a: ${EMPTY}\nb: '${EMPTY}'\nc:\nd: ~\n")
                .orElseThrow();
        assertThat(root.entries().values())
                .extracting(node -> ((YamlNode.Text) node).value())
                .containsExactly(Optional.empty(), Optional.of(""), Optional.empty(), Optional.empty());
    }

    @Test
    void aListAtTheTopIsNoConfiguration() {
        assertThat(read("- a\n- b\n")).isEmpty();
        assertThat(findings.refuse().text()).startsWith("x.yml:1: holds no settings");
    }

    private Optional<YamlNode.Section> read(String text) {
        return new YamlReader(new Substitution(Map.of()), findings).read(text);
    }

    private static java.util.function.Consumer<YamlNode> at(int line, String path) {
        return node -> {
            assertThat(node.line()).isEqualTo(line);
            assertThat(node.path()).isEqualTo(path);
        };
    }
}
