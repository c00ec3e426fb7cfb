package io.fdlkeeper.config;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import io.dropwizard.util.DataSize;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in a sentence of ours what the binding library found. */
final class Complaint {

    private static final int LONGEST_ECHO = 60;

    private static final Map<Class<?>, String> EXPECTED = Map.of(
            Duration.class,
            DurationText.EXPECTED,
            DataSize.class,
            SizeText.EXPECTED,
            ZoneId.class,
            "a time zone, such as UTC or Europe/Berlin",
            String.class,
            "a text");

    private static final Set<Class<?>> WHOLE = Set.of(int.class, long.class, Integer.class, Long.class);
    private static final Set<Class<?>> BROKEN = Set.of(double.class, float.class, Double.class, Float.class);

    private Complaint() {}

    static String of(JsonMappingException e, YamlNode node) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            return "unknown key; "
                    + NearestKey.suggest(
                            unknown.getPropertyName(),
                            unknown.getKnownPropertyIds().stream()
                                    .map(String::valueOf)
                                    .toList());
        }
        if (e instanceof InvalidNullException) {
            return "has no value; give it one or remove the line";
        }
        if (e instanceof InvalidTypeIdException) {
            return "has no type, or one that is not known";
        }
        if (e instanceof BadValueException bad) {
            return echo(node) + bad.getOriginalMessage();
        }
        var target = target(e);
        if (target != null && WHOLE.contains(target) && node instanceof YamlNode.Text text && isWhole(text)) {
            return echo(node) + "is out of range";
        }
        var expected = expected(target);
        return node instanceof YamlNode.Text ? echo(node) + "is not " + expected : "must be " + expected;
    }

    private static boolean isWhole(YamlNode.Text text) {
        return text.value().filter(value -> value.matches("[+-]?\\d+")).isPresent();
    }

    private static @Nullable Class<?> target(JsonMappingException e) {
        if (e instanceof MismatchedInputException mismatched) {
            return mismatched.getTargetType();
        }
        return e instanceof ValueInstantiationException failed
                ? failed.getType().getRawClass()
                : null;
    }

    private static String expected(@Nullable Class<?> type) {
        if (type == null) {
            return "a value that can be taken here";
        }
        if (WHOLE.contains(type)) {
            return "a whole number";
        }
        if (BROKEN.contains(type)) {
            return "a number";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "));
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list, such as [a, b]";
        }
        var known = EXPECTED.get(type);
        return known == null ? "a section with keys of its own" : known;
    }

    /** The value as it was written: what came from the environment is not shown. */
    private static String echo(YamlNode node) {
        if (!(node instanceof YamlNode.Text text)) {
            return "";
        }
        var line = text.written().replaceAll("\\s+", " ").strip();
        return "'" + (line.length() > LONGEST_ECHO ? line.substring(0, LONGEST_ECHO) + "…" : line) + "' ";
    }
}
