package io.fdlkeeper.state;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import java.io.IOException;
import java.util.function.Function;

/**
 * How the core's records are spelled as JSON in our files: one member for each component, single values as plain text.
 *
 * <p>Everything beyond ASCII is escaped, so that any key a store can hold comes back as it was, half surrogate pairs included. Reading is
 * strict: a member too many or too few means a damaged file or another version.
 */
final class JsonText {

    /** Writes and reads all our files. */
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModules(new Jdk8Module(), new JavaTimeModule(), values())
            .visibility(PropertyAccessor.GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonText() {}

    private static SimpleModule values() {
        SimpleModule module = new SimpleModule("values");
        asText(module, ObjectKey.class, ObjectKey::text, ObjectKey::new);
        asText(module, ETag.class, ETag::text, ETag::new);
        asText(module, VersionId.class, VersionId::text, VersionId::new);
        asText(module, RefName.class, RefName::text, RefName::new);
        asText(module, HoldTarget.class, JsonText::spell, JsonText::target);
        return module;
    }

    // A key may look like a ref or a version's id, so the kind is spelled too.
    private static String spell(HoldTarget target) {
        if (target instanceof HoldTarget.OfVersion) {
            return "version:" + target.text();
        }
        return (target instanceof HoldTarget.OfRef ? "ref:" : "key:") + target.text();
    }

    private static HoldTarget target(String text) {
        String rest = text.substring(text.indexOf(':') + 1);
        if (text.startsWith("version:")) {
            return new HoldTarget.OfVersion(new VersionId(rest));
        }
        if (text.startsWith("ref:")) {
            return new HoldTarget.OfRef(new RefName(rest));
        }
        if (text.startsWith("key:")) {
            return new HoldTarget.OfKey(rest);
        }
        throw new IllegalArgumentException("not a target of a hold: " + text);
    }

    private static <T> void asText(
            SimpleModule module, Class<T> type, Function<T, String> write, Function<String, T> read) {
        module.addSerializer(type, new StdSerializer<>(type) {
            private static final long serialVersionUID = 1L;

            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeString(write.apply(value));
            }
        });
        module.addDeserializer(type, new StdDeserializer<>(type) {
            private static final long serialVersionUID = 1L;

            @Override
            public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
                String text = in.getValueAsString();
                try {
                    return read.apply(text == null ? "" : text);
                } catch (RuntimeException e) {
                    return type.cast(context.handleWeirdStringValue(type, text, "%s", e.getMessage()));
                }
            }
        });
    }
}
