package io.fdlkeeper.repository;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads and writes the documents of the format. Whatever is not as the format says is a {@link MalformedDocumentException}. */
public final class Documents {

    /** The most bytes a document may have, so that a wrong object cannot fill the memory. */
    public static final int LIMIT = 16 << 20;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEAD_PREFIX = "ref: ";

    private Documents() {}

    /** Reads {@code fdl.json}. The data folder's form is judged by {@link DataFolder}, the version of the format by {@link #major}. */
    public static RepositoryDocument repository(String text) {
        JsonNode json = object(text);
        return new RepositoryDocument(required(json, "fdl"), json.path("id").asText(""), required(json, "data_dir"));
    }

    /** Returns the major version a text such as {@code 0.1} names. */
    public static String major(String fdl) {
        int dot = fdl.indexOf('.');
        return dot < 0 ? fdl : fdl.substring(0, dot);
    }

    /** Returns the {@code fdl} member alone, which is read before anything else is believed. */
    static String formatOf(String text) {
        return required(object(text), "fdl");
    }

    /** Returns the {@code id} member alone. */
    static String idOf(String text) {
        return required(object(text), "id");
    }

    /** Reads {@code version.json}. */
    static VersionRecord version(String text) {
        JsonNode json = object(text);
        List<VersionId> parents = new ArrayList<>();
        JsonNode listed = json.path("parents");
        if (!listed.isMissingNode() && !listed.isNull() && !listed.isArray()) {
            throw new MalformedDocumentException("its parents are not a list");
        }
        listed.forEach(parent -> parents.add(new VersionId(parent.asText())));
        JsonNode catalog = catalogOf(json);
        return new VersionRecord(
                new VersionId(required(json, "id")),
                parents,
                instant(required(json, "created_at")),
                json.path("message").asText(""),
                required(catalog, "path"),
                catalog.path("bytes").isIntegralNumber()
                        ? OptionalLong.of(catalog.path("bytes").asLong())
                        : OptionalLong.empty(),
                Optional.ofNullable(catalog.path("sha256").textValue())
                        .map(hex -> hex.toLowerCase(java.util.Locale.ROOT)));
    }

    /** Newer tools call the member {@code metadata}; a record has one of the two. */
    private static JsonNode catalogOf(JsonNode json) {
        for (String member : List.of("catalog", "metadata")) {
            if (json.path(member).isObject()) {
                return json.path(member);
            }
        }
        throw new MalformedDocumentException("it names no catalog");
    }

    /** Returns the main catalog's name out of a record; empty where the record cannot be read. */
    public static Optional<String> catalogNameOf(String text) {
        try {
            return Optional.of(version(text).catalogName());
        } catch (MalformedDocumentException e) {
            return Optional.empty();
        }
    }

    /** Reads {@code expired.json}. What stops readers is the reason; a time that cannot be read changes nothing. */
    public static ExpiryMark mark(String text) {
        JsonNode json = object(text);
        return new ExpiryMark(
                instantIfReadable(json.path("expired_at").asText("")),
                required(json, "reason"),
                Optional.ofNullable(json.path("run").textValue()));
    }

    /** Writes {@code expired.json} as the format has it, with our run's id beside it, so that we know our own marks again. */
    public static byte[] markFor(Instant expiredAt, String reason, String run) {
        ObjectNode json = JSON.createObjectNode();
        json.put("expired_at", expiredAt.truncatedTo(ChronoUnit.SECONDS).toString());
        json.put("reason", reason);
        json.put("run", run);
        return (json.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Tells whether the bytes are a mark that this run put. */
    public static boolean isMarkOf(byte[] content, String run) {
        try {
            return mark(new String(content, StandardCharsets.UTF_8)).run().equals(Optional.of(run));
        } catch (MalformedDocumentException e) {
            return false;
        }
    }

    /** Reads {@code HEAD}: the branch it names, which may not exist yet. */
    static RefName head(String text) {
        String line = text.strip();
        if (!line.startsWith(HEAD_PREFIX)) {
            throw new MalformedDocumentException("HEAD does not name a branch (ref: refs/heads/… is expected)");
        }
        return new RefName(line.substring(HEAD_PREFIX.length()).strip());
    }

    /** Reads a ref's object: one version id. */
    static VersionId ref(String text) {
        return new VersionId(text.strip());
    }

    /** Reads the names of refs out of {@code refs.json}, in whatever shape maps ref names to ids; empty where none is recognised. */
    static Map<RefName, VersionId> refsIndex(String text) {
        Map<RefName, VersionId> refs = new TreeMap<>();
        try {
            collectRefs(JSON.readTree(text), refs);
        } catch (JsonProcessingException e) {
            return Map.of();
        }
        return refs;
    }

    /**
     * Takes refs out of {@code refs.json}, wherever it maps their names to ids, and leaves everything else as it is.
     *
     * @return the document without them, which is the same text where it names none; empty where it is not recognised
     */
    public static Optional<byte[]> refsIndexWithout(String text, Set<RefName> gone) {
        try {
            JsonNode json = JSON.readTree(text);
            if (json == null || refsIndex(text).isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    without(json, gone)
                            ? (json.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8)
                            : text.getBytes(StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static boolean without(JsonNode node, Set<RefName> gone) {
        boolean changed = false;
        if (node instanceof ObjectNode object) {
            for (RefName ref : gone) {
                if (VersionId.isValid(object.path(ref.text()).asText(""))) {
                    object.remove(ref.text());
                    changed = true;
                }
            }
        }
        for (JsonNode child : node) {
            changed |= without(child, gone);
        }
        return changed;
    }

    private static void collectRefs(JsonNode node, Map<RefName, VersionId> refs) {
        node.fields().forEachRemaining(member -> {
            String value = member.getValue().asText("");
            if (RefName.isValid(member.getKey()) && VersionId.isValid(value)) {
                refs.put(new RefName(member.getKey()), new VersionId(value));
            }
            collectRefs(member.getValue(), refs);
        });
    }

    /** Returns the tables that a {@code dataset.json} says have rows; throws where it cannot be read. */
    public static TreeSet<String> tablesWithRows(String text) {
        TreeSet<String> tables = new TreeSet<>();
        for (JsonNode table : object(text).path("tables")) {
            JsonNode rows = table.has("rows") ? table.path("rows") : table.path("row_count");
            if (rows.asLong(0) > 0) {
                tables.add(table.path("name").asText("?"));
            }
        }
        return tables;
    }

    private static JsonNode object(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            if (json == null || !json.isObject()) {
                throw new MalformedDocumentException("it is not a JSON object");
            }
            return json;
        } catch (JsonProcessingException e) {
            throw new MalformedDocumentException("it is not complete JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static String required(JsonNode json, String member) {
        String value = json.path(member).textValue();
        if (value == null || value.isBlank()) {
            throw new MalformedDocumentException("it has no text member '" + member + "'");
        }
        return value;
    }

    private static Optional<Instant> instantIfReadable(String text) {
        try {
            return Optional.of(instant(text));
        } catch (MalformedDocumentException e) {
            return Optional.empty();
        }
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new MalformedDocumentException(
                    "'" + text + "' is no time with a zone (2026-12-01T00:00:00Z is expected)", e);
        }
    }
}
