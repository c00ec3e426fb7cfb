package io.fdlkeeper.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The JSON in frames. A member that is missing or of another kind is an error, one that is not known is left. */
final class Messages {

    /** Raised whenever frames or their content change, so that two versions never misunderstand each other. */
    static final int PROTOCOL = 2;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Messages() {}

    /** What a daemon says of itself. */
    record Welcome(int protocol, String version) {}

    static byte[] welcome(String version) {
        ObjectNode json = JSON.createObjectNode().put("protocol", PROTOCOL).put("version", version);
        return bytes(json);
    }

    static Welcome welcome(byte[] content) throws IOException {
        JsonNode json = object(content);
        return new Welcome(member(json, "protocol").asInt(), text(json, "version"));
    }

    static byte[] request(CommandRequest request) {
        ObjectNode json = JSON.createObjectNode();
        ArrayNode arguments = json.putArray("arguments");
        request.arguments().forEach(arguments::add);
        json.put("folder", request.folder().toString());
        json.put("home", request.home().toString());
        ObjectNode environment = json.putObject("environment");
        request.environment().forEach(environment::put);
        json.put("actor", request.actor());
        json.put("terminal", request.terminal());
        json.put("input", request.input());
        request.configuration().ifPresent(digest -> json.put("configuration", digest));
        return bytes(json);
    }

    static CommandRequest request(byte[] content) throws IOException {
        JsonNode json = object(content);
        List<String> arguments = new ArrayList<>();
        for (JsonNode argument : member(json, "arguments")) {
            arguments.add(argument.asText());
        }
        Map<String, String> environment = new HashMap<>();
        member(json, "environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asText()));
        return new CommandRequest(
                arguments,
                folder(json, "folder"),
                folder(json, "home"),
                environment,
                text(json, "actor"),
                member(json, "terminal").asBoolean(),
                text(json, "input"),
                json.hasNonNull("configuration") ? Optional.of(text(json, "configuration")) : Optional.empty());
    }

    private static JsonNode object(byte[] content) throws IOException {
        try {
            JsonNode json = JSON.readTree(content);
            if (json != null && json.isObject()) {
                return json;
            }
        } catch (JsonProcessingException e) {
            throw malformed("no JSON");
        }
        throw malformed("no JSON object");
    }

    private static JsonNode member(JsonNode json, String name) throws ProtocolException {
        JsonNode member = json.get(name);
        if (member == null || member.isNull()) {
            throw malformed("no '" + name + "'");
        }
        return member;
    }

    private static String text(JsonNode json, String name) throws ProtocolException {
        JsonNode member = member(json, name);
        if (!member.isTextual()) {
            throw malformed("no text in '" + name + "'");
        }
        return member.asText();
    }

    private static Path folder(JsonNode json, String name) throws ProtocolException {
        try {
            Path folder = Path.of(text(json, name));
            if (folder.isAbsolute()) {
                return folder;
            }
        } catch (InvalidPathException e) {
            throw malformed("no path in '" + name + "'");
        }
        throw malformed("no absolute path in '" + name + "'");
    }

    private static ProtocolException malformed(String what) {
        return new ProtocolException("a message on the daemon's socket holds " + what);
    }

    private static byte[] bytes(ObjectNode json) {
        try {
            return JSON.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw ControlException.refused(
                    "the command line cannot be passed to the daemon: " + e.getOriginalMessage());
        }
    }
}
