package io.fdlkeeper.store.s3.fake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.fdlkeeper.store.s3.fake.HttpLoop.HttpReply;
import io.fdlkeeper.store.s3.fake.HttpLoop.HttpRequest;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between a client and a real server.
 *
 * <p>The server's time can run ahead, so that all it held before looks older: what is put through here is of the later time too, as far
 * as a look at it tells. Its pages can be made short. All else goes through as it is, the path byte for byte.
 */
public final class PassThrough implements AutoCloseable {

    private final URI server;
    private final Duration ahead;
    private final OptionalInt pageSize;
    private final Set<String> putHere = ConcurrentHashMap.newKeySet();
    private final HttpLoop http;

    /**
     * @param pageSize the most keys on a page of a listing; empty for as many as the client asks for
     */
    public PassThrough(URI server, Duration ahead, OptionalInt pageSize) {
        this.server = server;
        this.ahead = ahead;
        this.pageSize = pageSize;
        http = new HttpLoop(this::forward);
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + http.port());
    }

    private HttpReply forward(HttpRequest request) {
        if (request.method().equals("PUT")) {
            putHere.add(request.target());
        }
        try (var socket = new Socket(server.getHost(), server.getPort())) {
            send(request, socket);
            return received(request, new BufferedInputStream(socket.getInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(HttpRequest request, Socket socket) throws IOException {
        var head = new StringBuilder(request.method() + " " + target(request) + " HTTP/1.1\r\n");
        var headers = new TreeMap<>(request.headers());
        headers.remove("expect");
        headers.remove("transfer-encoding");
        headers.put("connection", "close");
        headers.put("content-length", Integer.toString(request.body().length));
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        var out = new BufferedOutputStream(socket.getOutputStream());
        out.write(head.append("\r\n").toString().getBytes(ISO_8859_1));
        out.write(request.body());
        out.flush();
    }

    private String target(HttpRequest request) {
        return pageSize.isPresent() && request.target().contains("list-type=2")
                ? request.target() + "&max-keys=" + pageSize.getAsInt()
                : request.target();
    }

    private HttpReply received(HttpRequest request, InputStream in) throws IOException {
        int status = Integer.parseInt(HttpLoop.line(in).split(" ", 3)[1]);
        Map<String, String> headers = HttpLoop.headers(in);
        var length = headers.remove("content-length");
        headers.remove("connection");
        var chunked = headers.remove("transfer-encoding") != null;
        headers.computeIfPresent("date", (name, date) -> later(date));
        if (putHere.contains(request.target())) {
            headers.computeIfPresent("last-modified", (name, date) -> later(date));
        }
        if (request.method().equals("HEAD")) {
            return new HttpReply(status, headers, new byte[0], length == null ? 0 : Long.parseLong(length), true);
        }
        var body = chunked ? HttpLoop.chunks(in) : in.readAllBytes();
        return new HttpReply(status, headers, body, body.length, true);
    }

    private String later(String date) {
        var time = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
        return ObjectCalls.httpDate(time.plus(ahead));
    }

    @Override
    public void close() {
        http.close();
    }
}
