package io.fdlkeeper.store.s3.fake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * As much of HTTP/1.1 as an S3 client needs, on the loopback address.
 *
 * <p>Not the JDK's server, because that one writes a Date header of its own and cannot leave a request without an answer half-way.
 */
final class HttpLoop implements AutoCloseable {

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1);

    private final ServerSocket socket;
    private final Function<HttpRequest, HttpReply> handler;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        var thread = new Thread(work, "fake-s3");
        thread.setDaemon(true);
        return thread;
    });

    /** A request as it came: target undecoded, header names in lower case. */
    record HttpRequest(String method, String target, Map<String, String> headers, byte[] body) {}

    /**
     * What is sent back.
     *
     * @param length   the Content-Length told, which is not that of the body for HEAD and for a reply that breaks off
     * @param answered false closes the connection without a word
     */
    record HttpReply(int status, Map<String, String> headers, byte[] body, long length, boolean answered) {}

    HttpLoop(Function<HttpRequest, HttpReply> handler) {
        this.handler = handler;
        try {
            socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                var connection = socket.accept();
                connection.setTcpNoDelay(true);
                connections.add(connection);
                threads.execute(() -> serve(connection));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            var in = new BufferedInputStream(connection.getInputStream(), 1 << 16);
            var out = new BufferedOutputStream(connection.getOutputStream(), 1 << 16);
            for (var request = read(in, out); request.isPresent(); request = read(in, out)) {
                var reply = handler.apply(request.get());
                if (!reply.answered()) {
                    return;
                }
                write(reply, out);
                if (reply.body().length != reply.length()
                        && !request.get().method().equals("HEAD")) {
                    return;
                }
            }
        } catch (IOException gone) {
            // The client went away, or the server was closed.
        } finally {
            connections.remove(connection);
        }
    }

    private static Optional<HttpRequest> read(InputStream in, OutputStream out) throws IOException {
        var first = line(in);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        var words = first.split(" ", 3);
        var headers = headers(in);
        if (headers.getOrDefault("expect", "").equalsIgnoreCase("100-continue")) {
            out.write(CONTINUE);
            out.flush();
        }
        return Optional.of(new HttpRequest(words[0], words[1], headers, body(in, headers)));
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (!headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
            return exactly(in, length);
        }
        return chunks(in);
    }

    /** Reads names in lower case with their values, up to the empty line. */
    static Map<String, String> headers(InputStream in) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (var header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        return headers;
    }

    /** Reads a body in chunks to its end. */
    static byte[] chunks(InputStream in) throws IOException {
        var body = new ByteArrayOutputStream();
        for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
            body.write(exactly(in, size));
            line(in);
        }
        while (!line(in).isEmpty()) {
            // Trailers say nothing that is needed here.
        }
        return body.toByteArray();
    }

    private static int chunkSize(InputStream in) throws IOException {
        return Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the request broke off");
        }
        return bytes;
    }

    static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int read = in.read(); read >= 0 && read != '\n'; read = in.read()) {
            if (read != '\r') {
                line.write(read);
            }
        }
        return line.toString(ISO_8859_1);
    }

    private static void write(HttpReply reply, OutputStream out) throws IOException {
        var head = new StringBuilder("HTTP/1.1 ").append(reply.status()).append(" -\r\n");
        reply.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        if (reply.status() != 204 && reply.status() != 304) {
            head.append("Content-Length: ").append(reply.length()).append("\r\n");
        }
        out.write(head.append("\r\n").toString().getBytes(ISO_8859_1));
        out.write(reply.body());
        out.flush();
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (var connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
