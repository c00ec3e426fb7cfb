package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.util.DataSize;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;

/** Makes the mapper that binds configurations: Dropwizard's own, made strict. */
final class ConfigurationMapper {

    /** A section with all its settings commented out is a section; a setting without a value is a mistake. */
    private static final JsonSetter.Value SECTION_MAY_BE_EMPTY = JsonSetter.Value.construct(Nulls.SKIP, Nulls.FAIL);

    private static final JsonSetter.Value NEEDS_A_VALUE = JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL);

    private static final List<Class<?>> VALUES = List.of(
            String.class,
            int.class,
            Long.class,
            double.class,
            boolean.class,
            Duration.class,
            DataSize.class,
            ZoneId.class,
            List.class);

    private ConfigurationMapper() {}

    static ObjectMapper strict() {
        var module = new SimpleModule("fdl-keeper configuration")
                .addDeserializer(Duration.class, new TextDeserializer<>(Duration.class, DurationText::parse))
                .addDeserializer(DataSize.class, new TextDeserializer<>(DataSize.class, SizeText::parse));
        var mapper = Jackson.newObjectMapper()
                .registerModule(module)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .setDefaultSetterInfo(SECTION_MAY_BE_EMPTY);
        VALUES.forEach(type -> mapper.configOverride(type).setSetterInfo(NEEDS_A_VALUE));
        return mapper;
    }

    /** Reads a value from its text, and hands on what the reader says is wrong with it. */
    private static final class TextDeserializer<T> extends StdScalarDeserializer<T> {

        private static final long serialVersionUID = 1L;

        private final transient Function<String, T> reader;

        TextDeserializer(Class<T> type, Function<String, T> reader) {
            super(type);
            this.reader = reader;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.currentToken().isScalarValue()) {
                return context.reportInputMismatch(this, "one value is expected");
            }
            try {
                return reader.apply(parser.getText());
            } catch (IllegalArgumentException e) {
                throw new BadValueException(parser, String.valueOf(e.getMessage()));
            }
        }
    }
}
