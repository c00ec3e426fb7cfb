package io.fdlkeeper.telemetry;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** The page that Prometheus reads, in the format it asks for. */
final class MetricsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient PrometheusRegistry registry;
    private final transient ExpositionFormats formats = ExpositionFormats.init();

    MetricsServlet(PrometheusRegistry registry) {
        this.registry = registry;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ExpositionFormatWriter writer = formats.findWriter(request.getHeader("Accept"));
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        // Whole before the first byte goes out: a scrape that fails halfway must not look like one that did not.
        writer.write(page, registry.scrape());
        response.setContentType(writer.getContentType());
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(page.size());
        page.writeTo(response.getOutputStream());
    }
}
