package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.DataSize;
import jakarta.validation.Constraint;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A property of the configuration classes, as reflection finds it. */
record Property(String path, Field field, @Nullable Object fallback) {

    /** Returns every property below a section class, in the order of the classes. */
    static List<Property> below(String path, Class<?> section) {
        var found = new ArrayList<Property>();
        var instance = instance(section);
        for (var field : fields(section)) {
            var property = new Property(
                    YamlNode.below(path, field.getAnnotation(JsonProperty.class).value()),
                    field,
                    value(field, instance));
            found.add(property);
            if (!property.isInherited()) {
                var children = property.sectionType();
                if (children != null) {
                    found.addAll(below(property.path() + (property.isList() ? "[]" : ""), children));
                }
            }
        }
        return found;
    }

    static List<Property> all() {
        return below("", KeeperConfiguration.class);
    }

    /** Tells whether the property is a section, or a list of them. */
    boolean isSection() {
        return sectionType() != null;
    }

    boolean isList() {
        return List.class.isAssignableFrom(field.getType());
    }

    boolean isRequired() {
        return "".equals(fallback) || path.equals("repositories");
    }

    /** A repository's own retention and gc have the keys of those for all. */
    boolean isInherited() {
        return field.getDeclaringClass() == RepositoryConfiguration.class && isSection();
    }

    boolean isConstrained() {
        return hasConstraint(field)
                || field.getAnnotatedType() instanceof AnnotatedParameterizedType type
                        && Arrays.stream(type.getAnnotatedActualTypeArguments()).anyMatch(Property::hasConstraint);
    }

    String meaning() {
        return field.getAnnotation(Describe.class).value();
    }

    String key() {
        return field.getAnnotation(JsonProperty.class).value();
    }

    /** Returns the value of this property in a section. */
    @Nullable
    Object in(Object section) {
        return value(field, section);
    }

    String typeName() {
        if (isList()) {
            return isSection() ? "list of sections" : "list";
        }
        var type = field.getType();
        if (isSection()) {
            return "section";
        }
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants()).map(Property::text).collect(Collectors.joining(" or "));
        }
        if (type == Duration.class) {
            return "duration";
        }
        if (type == DataSize.class) {
            return "size";
        }
        if (type == ZoneId.class) {
            return "time zone";
        }
        if (type == boolean.class) {
            return "true or false";
        }
        return type == String.class ? "text" : "number";
    }

    String fallbackText() {
        if (isRequired()) {
            return "required";
        }
        boolean canBeOff = fallback instanceof Duration duration
                && duration.isZero()
                && field.isAnnotationPresent(com.fasterxml.jackson.databind.annotation.JsonDeserialize.class);
        return canBeOff ? "off" : text(fallback);
    }

    private @Nullable Class<?> sectionType() {
        var type = isList() && field.getGenericType() instanceof ParameterizedType list
                ? (Class<?>) list.getActualTypeArguments()[0]
                : field.getType();
        return type.getSimpleName().endsWith("Configuration") ? type : null;
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "none";
        }
        if (value instanceof Duration duration) {
            return DurationText.of(duration);
        }
        if (value instanceof DataSize size) {
            return size.toString().replace("megabytes", "MB").replace("gibibytes", "GiB");
        }
        if (value instanceof Double number) {
            return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
        if (value instanceof Collection<?> items) {
            return items.stream().map(Property::text).collect(Collectors.joining(", ", "[", "]"));
        }
        return value instanceof ZoneId ? "UTC" : value.toString();
    }

    private static boolean hasConstraint(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations())
                .anyMatch(annotation -> annotation.annotationType().isAnnotationPresent(Constraint.class));
    }

    private static List<Field> fields(Class<?> section) {
        var fields = new ArrayList<Field>();
        if (section.getSuperclass().getPackage().equals(Property.class.getPackage())) {
            fields.addAll(fields(section.getSuperclass()));
        }
        Arrays.stream(section.getDeclaredFields())
                .filter(field -> field.isAnnotationPresent(JsonProperty.class))
                .forEach(fields::add);
        return fields;
    }

    private static Object instance(Class<?> section) {
        try {
            Constructor<?> constructor = section.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(section + " needs a constructor without parameters", e);
        }
    }

    private static @Nullable Object value(Field field, Object holder) {
        try {
            field.setAccessible(true);
            return field.get(holder);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
