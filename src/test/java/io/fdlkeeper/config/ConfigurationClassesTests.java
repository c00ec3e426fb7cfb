package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every property of the configuration classes. */
class ConfigurationClassesTests {

    static java.util.List<Property> properties() {
        return Property.all();
    }

    @ParameterizedTest
    @MethodSource("properties")
    void everyPropertySaysInOneLineWhatItMeans(Property property) {
        assertThat(property.field().isAnnotationPresent(Describe.class))
                .as("%s is described", property.path())
                .isTrue();
        assertThat(property.meaning()).isNotBlank().doesNotContain("\n", "|").doesNotEndWith(".");
    }

    @ParameterizedTest
    @MethodSource("properties")
    void everyKeyIsItsFieldWithHyphens(Property property) {
        var words = property.field().getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        var key = property.field().getAnnotation(JsonProperty.class).value();
        if (property.isConstrained()) {
            assertThat(key).as("constraints are found by it").isEqualTo(words);
        } else {
            assertThat(key.replaceAll("[.-]", "")).isEqualTo(words.replace("-", ""));
        }
    }

    @ParameterizedTest
    @MethodSource("properties")
    void everyNumberDurationAndListIsConstrained(Property property) {
        var free = java.util.Set.of(
                "section", "list of sections", "true or false", "time zone", "write or host", "auto or on or off");
        assertThat(property.isConstrained() || free.contains(property.typeName()))
                .as("%s has a constraint beside it", property.path())
                .isTrue();
    }
}
