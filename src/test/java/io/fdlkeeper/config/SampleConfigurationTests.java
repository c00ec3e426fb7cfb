package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.schedule.CronText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps the annotated {@code config.yml} complete and true. */
class SampleConfigurationTests {

    private static final Path SAMPLE = Path.of("config.yml");

    @Test
    void itIsSoundAsItIsWithoutAnyEnvironment() {
        var reading = new ConfigurationLoader(CronText.SYNTAX).load(SAMPLE, Map.of());
        assertThat(reading).isInstanceOfSatisfying(ConfigurationReading.Read.class, sound -> {
            var configuration = sound.configuration();
            assertThat(configuration.state().directory())
                    .isEqualTo(Path.of("state").toAbsolutePath());
            assertThat(configuration.repositories())
                    .singleElement()
                    .satisfies(repository -> assertThat(repository.folder())
                            .isEqualTo(Path.of("demo/repository").toAbsolutePath()));
        });
    }

    @Test
    void itIsSoundWithEverySettingSwitchedOn() throws IOException {
        var findings = new Findings("config.yml");
        var root = nodes(everythingOn(), findings);
        var bound = new Binding(ConfigurationMapper.strict()).bind(Inheritance.apply(root), findings);
        assertThat(findings.isEmpty()).as(findings.refuse().text()).isTrue();
        assertThat(new Constraints().broken(bound.configuration())).isEmpty();
        var breaches = new Breaches(CronText.SYNTAX);
        bound.configuration().check(breaches);
        assertThat(breaches.found()).isEmpty();
    }

    @Test
    void everyPropertyStandsInItWithItsDefault() throws IOException {
        var view = new JsonView(nodes(everythingOn(), new Findings("config.yml")), Set.of());
        for (var property : Property.all()) {
            var node = view.node(property.path().replace("[]", "[0]"));
            boolean free = property.isSection()
                    || property.isRequired()
                    || property.fallback() == null
                    || property.path().equals("retention.overrides[].last")
                    || property.path().equals("schedules.blackouts[].days");
            if (!free) {
                assertThat(text(node)).as(property.path()).isEqualTo(shown(property));
            }
        }
    }

    @Test
    void everySettingThatIsOnSaysWhatItMeans() throws IOException {
        assertThat(Files.readAllLines(SAMPLE))
                .filteredOn(line -> line.matches("\\s+(- )?[a-z0-9.-]+: .*"))
                .hasSizeGreaterThan(25)
                .allSatisfy(line -> assertThat(line).contains(" # "));
    }

    private static String shown(Property property) {
        return switch (property.fallbackText()) {
            case "1 minute" -> "60 seconds";
            case "1 day" -> property.path().equals("gc.plan-validity") ? "24 hours" : "1 day";
            default -> property.fallbackText();
        };
    }

    private static String text(YamlNode node) {
        if (node instanceof YamlNode.Items items) {
            return items.items().stream()
                    .map(SampleConfigurationTests::text)
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        return ((YamlNode.Text) node).written();
    }

    private static YamlNode.Section nodes(String text, Findings findings) {
        return new YamlReader(new Substitution(Map.of()), findings).read(text).orElseThrow();
    }

    /** The file with each setting that is off switched on, as its head explains. */
    private static String everythingOn() throws IOException {
        return Files.readString(SAMPLE).replaceAll("(?m)^( *)#(\\S)", "$1$2");
    }
}
