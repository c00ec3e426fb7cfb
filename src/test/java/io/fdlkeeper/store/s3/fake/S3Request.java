package io.fdlkeeper.store.s3.fake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.fdlkeeper.store.s3.fake.HttpLoop.HttpRequest;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One request to S3, decoded.
 *
 * @param bucket  empty for a request to the service itself
 * @param key     empty for a request to a bucket
 * @param query   decoded; a word without a value has an empty one
 * @param headers names in lower case
 * @param body    the content itself, taken out of the signing protocol's chunks
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record S3Request(
        String method, String bucket, String key, Map<String, String> query, Map<String, String> headers, byte[] body) {

    static S3Request of(HttpRequest http) {
        var parts = http.target().split("\\?", 2);
        var path = parts[0].startsWith("/") ? parts[0].substring(1) : parts[0];
        int slash = path.indexOf('/');
        return new S3Request(
                http.method(),
                decoded(slash < 0 ? path : path.substring(0, slash)),
                slash < 0 ? "" : decoded(path.substring(slash + 1)),
                query(parts.length == 2 ? parts[1] : ""),
                http.headers(),
                isChunkedBySigning(http.headers()) ? unchunked(http.body()) : http.body());
    }

    private static Map<String, String> query(String text) {
        var query = new TreeMap<String, String>();
        for (var pair : text.split("&")) {
            var parts = pair.split("=", 2);
            query.put(decoded(parts[0]), parts.length == 2 ? decoded(parts[1].replace('+', ' ')) : "");
        }
        return query;
    }

    /** Decodes percent signs to bytes and these as UTF-8; a plus sign stays one. */
    private static String decoded(String text) {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '%') {
                bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.write(text.charAt(i));
            }
        }
        return bytes.toString(UTF_8);
    }

    private static boolean isChunkedBySigning(Map<String, String> headers) {
        return headers.getOrDefault("x-amz-content-sha256", "").startsWith("STREAMING-");
    }

    /** Each chunk has a line with its size in front; what follows the empty one are trailers. */
    private static byte[] unchunked(byte[] body) {
        var content = new ByteArrayOutputStream();
        int at = 0;
        while (true) {
            int end = at;
            while (body[end] != '\r') {
                end++;
            }
            int size = Integer.parseInt(new String(body, at, end - at, ISO_8859_1).split(";", 2)[0], 16);
            if (size == 0) {
                return content.toByteArray();
            }
            content.write(body, end + 2, size);
            at = end + 2 + size + 2;
        }
    }

    public S3Operation operation() {
        return S3Operation.of(this);
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    String parameter(String name, String otherwise) {
        return query.getOrDefault(name, otherwise);
    }

    boolean has(String parameter) {
        return query.containsKey(parameter);
    }

    /** Returns the content as text. */
    public String bodyText() {
        return new String(body, UTF_8);
    }

    /** Returns the id of the key that signed it; empty for an unsigned request. */
    public String accessKey() {
        var authorization = headers.getOrDefault("authorization", "");
        int begin = authorization.indexOf("Credential=");
        return begin < 0
                ? ""
                : authorization.substring(begin + "Credential=".length(), authorization.indexOf('/', begin));
    }
}
