package io.fdlkeeper.store.s3.fake;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.TreeMap;

/** One answer of S3, before the server adds its date and request id. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record S3Reply(int status, Map<String, String> headers, byte[] body) {

    static final S3Reply NO_CONTENT = new S3Reply(204, Map.of(), new byte[0]);

    static final S3Reply OK = new S3Reply(200, Map.of(), new byte[0]);

    static S3Reply xml(String body) {
        return new S3Reply(200, Map.of("Content-Type", "application/xml"), body.getBytes(UTF_8));
    }

    /** Any answer at all, for faults. */
    public static S3Reply raw(int status, String type, String body) {
        return new S3Reply(status, Map.of("Content-Type", type), body.getBytes(UTF_8));
    }

    /** An error as S3 words it. */
    public static S3Reply error(int status, String code, String message) {
        return raw(
                status,
                "application/xml",
                new Xml("Error").text("Code", code).text("Message", message).end());
    }

    S3Reply with(String name, String value) {
        var more = new TreeMap<>(headers);
        more.put(name, value);
        return new S3Reply(status, more, body);
    }
}
