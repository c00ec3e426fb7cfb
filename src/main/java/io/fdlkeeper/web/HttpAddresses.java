package io.fdlkeeper.web;

import io.fdlkeeper.withdrawal.removal.PublicAddresses;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks addresses over HTTP, past caches as far as they let themselves be passed; a cache that answers all the same still serves it. */
public final class HttpAddresses implements PublicAddresses {

    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int NOT_IMPLEMENTED = 501;

    private final Duration timeout;
    private final HttpClient client;

    /** @param timeout how long one answer may take */
    public HttpAddresses(Duration timeout) {
        this.timeout = timeout;
        this.client = HttpClient.newBuilder()
                .connectTimeout(timeout)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
    }

    @Override
    public Answer look(String address) {
        try {
            int status = status(address, "HEAD");
            return answer(status == METHOD_NOT_ALLOWED || status == NOT_IMPLEMENTED ? status(address, "GET") : status);
        } catch (IllegalArgumentException e) {
            return new Answer.NoAnswer("it is no web address");
        } catch (IOException e) {
            return new Answer.NoAnswer("nobody answered (" + e.getClass().getSimpleName() + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.NoAnswer("the look was interrupted");
        }
    }

    private int status(String address, String method) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .timeout(timeout)
                .header("Cache-Control", "no-cache")
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private static Answer answer(int status) {
        return status == NOT_FOUND || status == GONE ? new Answer.Gone() : new Answer.Other(status);
    }
}
