package io.fdlkeeper.config;

import io.dropwizard.validation.BaseValidator;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ElementKind;
import jakarta.validation.Validator;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Checks the constraints that stand beside the properties. */
final class Constraints {

    private static final Pattern THEIRS = Pattern.compile("^(server|logging|metrics|health|admin)\\b");
    private static final Pattern CAPITAL = Pattern.compile("([A-Z])");

    private final Validator validator;

    Constraints() {
        validator = BaseValidator.newConfiguration()
                .defaultLocale(Locale.ENGLISH)
                .buildValidatorFactory()
                .getValidator();
    }

    /**
     * A constraint not kept.
     *
     * @param path the property, by its keys
     * @param text what is wrong, as the end of a sentence that begins with the path
     */
    record Broken(String path, String text) {}

    /** Returns every constraint that is not kept, in the order of the paths. */
    List<Broken> broken(KeeperConfiguration configuration) {
        return validator.validate(configuration).stream()
                .map(violation -> new Broken(path(violation), violation.getMessage()))
                .sorted(Comparator.comparing(Broken::path).thenComparing(Broken::text))
                .toList();
    }

    private static String path(ConstraintViolation<KeeperConfiguration> violation) {
        var path = "";
        for (var node : violation.getPropertyPath()) {
            if (node.isInIterable() && node.getIndex() != null) {
                path = YamlNode.item(path, node.getIndex());
            } else if (node.isInIterable() && node.getKey() != null) {
                path = YamlNode.below(path, node.getKey().toString());
            }
            if (node.getKind() == ElementKind.PROPERTY) {
                path = YamlNode.below(path, key(path, node.getName()));
            }
        }
        return path;
    }

    /** Our keys are our field names with hyphens; Dropwizard's are its field names as they are. */
    private static String key(String path, String field) {
        return THEIRS.matcher(path).find()
                ? field
                : CAPITAL.matcher(field).replaceAll("-$1").toLowerCase(Locale.ROOT);
    }
}
