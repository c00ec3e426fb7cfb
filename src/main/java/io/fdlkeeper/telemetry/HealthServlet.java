package io.fdlkeeper.telemetry;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/** Answers whether the process lives and whether it can work, without saying more to whoever asks. */
final class HealthServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient Readiness readiness;

    HealthServlet(Readiness readiness) {
        this.readiness = readiness;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getPathInfo();
        if ("/alive".equals(path)) {
            answer(response, ManagementFactory.getThreadMXBean().findDeadlockedThreads() == null);
        } else if ("/ready".equals(path)) {
            answer(response, readiness.isReady());
        } else {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    private static void answer(HttpServletResponse response, boolean good) throws IOException {
        response.setStatus(good ? HttpServletResponse.SC_OK : HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream()
                .write(("{\"status\":\"" + (good ? "ok" : "unavailable") + "\"}").getBytes(StandardCharsets.US_ASCII));
    }
}
