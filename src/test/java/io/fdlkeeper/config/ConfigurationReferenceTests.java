package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Keeps the configuration reference equal to the classes; {@code -Ddocs.write=true} renews it. */
class ConfigurationReferenceTests {

    private static final Path PAGE = Path.of("docs/configuration.md");

    @Test
    void thePageSaysWhatTheClassesSay() throws IOException {
        if (Boolean.getBoolean("docs.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, ConfigurationReference.markdown());
        }
        assertThat(PAGE).as("renew it with -Ddocs.write=true").hasContent(ConfigurationReference.markdown());
    }

    @Test
    void everyPropertyHasALineOfItsOwn() {
        assertThat(Property.all()).hasSizeGreaterThan(40);
        assertThat(Property.all())
                .filteredOn(property -> property.path().contains("."))
                .allSatisfy(property -> assertThat(ConfigurationReference.markdown())
                        .containsOnlyOnce("| `" + property.path() + "` |"));
    }
}
