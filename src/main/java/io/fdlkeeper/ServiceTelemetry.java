package io.fdlkeeper;

import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.Managed;
import io.fdlkeeper.catalog.duckdb.EngineMemory;
import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.ProductVersion;
import io.fdlkeeper.config.KeeperConfiguration;
import io.fdlkeeper.config.WebhookConfiguration;
import io.fdlkeeper.maintenance.RunObserver;
import io.fdlkeeper.run.Upcoming;
import io.fdlkeeper.telemetry.KeeperMetrics;
import io.fdlkeeper.telemetry.Readiness;
import io.fdlkeeper.telemetry.Webhook;
import io.fdlkeeper.telemetry.WebhookSettings;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a service tells others of itself: metrics, health, and word of runs that did not go well. */
final class ServiceTelemetry implements Managed {

    /** More runs than a busy keeper does in a year; looked at once, at the start. */
    private static final int RUNS_REMEMBERED = 20_000;

    private final Machine machine;
    private final KeeperMetrics metrics = new KeeperMetrics(ProductVersion.number());
    private final Optional<Webhook> webhook;
    private final Readiness readiness;

    ServiceTelemetry(Machine machine, KeeperConfiguration configuration, Environment environment) {
        this.machine = machine;
        this.webhook = configuration.notifications().webhook().map(there -> new Webhook(settings(there), metrics));
        this.readiness = new Readiness(machine.clock(), environment.healthChecks());
        metrics.addMachine();
        metrics.engine(EngineMemory::bytes, EngineMemory::temporaryBytes);
        environment.admin().addServlet("fdl-metrics", metrics.servlet()).addMapping("/metrics");
        environment.admin().addServlet("fdl-health", readiness.servlet()).addMapping("/health/*");
        environment.servlets().addServlet("fdl-health", readiness.servlet()).addMapping("/health/*");
    }

    /** Returns who is to hear of what happens. */
    WiredKeeper.Observers observers() {
        List<RunObserver> runs = new ArrayList<>();
        runs.add(metrics.runs());
        webhook.ifPresent(runs::add);
        return new WiredKeeper.Observers(RunObserver.all(runs), metrics.stores());
    }

    /** Begins to tell of a service whose state is open and that has not started. */
    void observe(KeeperService service) {
        configurationRead(service);
        metrics.remember(service.keeper().workplace().state().runs().list(Optional.empty(), RUNS_REMEMBERED).stream());
        metrics.schedules(() -> upcoming(service));
        metrics.withdrawals(() -> cases(service), machine.clock()::instant);
    }

    /** Says that a configuration was read and is in use. */
    void configurationRead(KeeperService service) {
        metrics.repositories(service.live().named().namesByLocation());
        metrics.configurationRead(machine.clock().instant());
        readiness.watch(new ServiceChecks(machine, service).all());
    }

    /** Says that a new configuration has mistakes. */
    void configurationRefused() {
        metrics.configurationRefused();
    }

    /** A broken state is told by the check of it; a scrape shows what else there is. */
    private static List<Upcoming> upcoming(KeeperService service) {
        try {
            return service.upcoming();
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    private static List<WithdrawalCase> cases(KeeperService service) {
        try {
            return service.keeper().workplace().state().cases().list();
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    private static WebhookSettings settings(WebhookConfiguration there) {
        Optional<String> secret =
                there.secretFile().map(ServiceTelemetry::secret).or(there::secret);
        return WebhookSettings.of(there.url(), there.outcomes(), there.timeout(), secret);
    }

    private static String secret(Path file) {
        try {
            String secret = Files.readString(file).strip();
            if (!secret.isEmpty()) {
                return secret;
            }
            throw new CommandFailure(
                    ExitCode.USAGE,
                    file + ", named by notifications.webhook.secret-file, is empty: write a secret there");
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    file
                            + ", named by notifications.webhook.secret-file, cannot be read: make it readable for this user",
                    e);
        }
    }

    @Override
    public void start() {
        readiness.start();
    }

    @Override
    public void stop() {
        readiness.close();
        webhook.ifPresent(Webhook::close);
    }
}
