package io.fdlkeeper.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fdlkeeper.withdrawal.removal.PublicAddresses.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only 404 and 410 mean gone; silence means nothing. */
class HttpAddressesTests {

    private final HttpAddresses addresses = new HttpAddresses(Duration.ofSeconds(5));
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath());
            String path = exchange.getRequestURI().getPath();
            boolean onlyGets =
                    path.startsWith("/get/") && exchange.getRequestMethod().equals("HEAD");
            int status = onlyGets ? 405 : Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Answer look(String path) {
        return addresses.look("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 410})
    void absenceIsGone(int status) {
        assertThat(look("/" + status)).isEqualTo(new Answer.Gone());
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 403, 500})
    void anythingElseIsTold(int status) {
        assertThat(look("/" + status)).isEqualTo(new Answer.Other(status));
    }

    @Test
    void serverThatKnowsNoHeadIsAskedOtherwise() {
        assertThat(look("/get/410")).isEqualTo(new Answer.Gone());
        assertThat(asked).containsExactly("HEAD /get/410", "GET /get/410");
    }

    @Test
    void addressArrivesAsItIsSpelled() {
        look("/data/a%20b%2Bc/404");
        assertThat(asked).containsExactly("HEAD /data/a%20b%2Bc/404");
    }

    @Test
    void silenceIsNoAnswer() {
        int port = server.getAddress().getPort();
        server.stop(0);
        assertThat(addresses.look("http://127.0.0.1:" + port + "/404")).isInstanceOf(Answer.NoAnswer.class);
        assertThat(addresses.look("no address at all")).isInstanceOf(Answer.NoAnswer.class);
    }
}
