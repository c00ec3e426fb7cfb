package io.fdlkeeper;

import io.dropwizard.configuration.ConfigurationFactory;
import io.dropwizard.configuration.ConfigurationSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ServerCommand;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.config.KeeperConfiguration;
import java.net.BindException;
import java.nio.file.Path;
import net.sourceforge.argparse4j.inf.Namespace;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/**
 * The service as a Dropwizard application: an application port, an admin port, and the keeper at work.
 *
 * <p>Whatever has to start and stop with it is registered in {@link #run(KeeperConfiguration, Environment)}; what is registered first
 * starts first and stops last.
 */
final class KeeperApplication extends Application<KeeperConfiguration> {

    private final Machine machine;
    private final Path file;
    private @Nullable KeeperService service;
    private @Nullable Server server;
    private @Nullable Throwable failure;

    KeeperApplication(Machine machine, Path file) {
        this.machine = machine;
        this.file = file;
    }

    @Override
    public String getName() {
        return "fdl-keeper";
    }

    @Override
    public void initialize(Bootstrap<KeeperConfiguration> bootstrap) {
        bootstrap.setConfigurationFactoryFactory((type, validator, mapper, prefix) -> new Reading());
    }

    /** The place where the parts of the service are put together. */
    @Override
    public void run(KeeperConfiguration configuration, Environment environment) {
        ServiceTelemetry telemetry = new ServiceTelemetry(machine, configuration, environment);
        // Before the service, so that word of how its last runs ended still goes out.
        environment.lifecycle().manage(telemetry);
        KeeperService made = KeeperService.open(machine, file, configuration, telemetry);
        service = made;
        telemetry.observe(made);
        environment.lifecycle().manage(made);
        environment.lifecycle().addServerLifecycleListener(started -> server = started);
    }

    /**
     * Starts everything.
     *
     * @throws CommandFailure when anything does not start
     */
    KeeperService start() {
        try {
            run("server", file.toString());
        } catch (Exception e) {
            failure = e;
        }
        if (failure == null && service != null) {
            return service;
        }
        if (service != null) {
            service.stop();
        }
        throw failed(failure);
    }

    /** Waits for the end, after {@link KeeperService#stop()} asked for it. */
    ExitCode await() {
        if (service == null || server == null) {
            throw new IllegalStateException("the service has not started");
        }
        ExitCode code = service.awaitStop();
        try {
            server.stop();
        } catch (Exception e) {
            throw new CommandFailure(ExitCode.ERROR, "the service did not stop cleanly: " + e.getMessage(), e);
        }
        return code;
    }

    /** Errors are told by the command that started this, in one sentence. */
    @Override
    protected void addDefaultCommands(Bootstrap<KeeperConfiguration> bootstrap) {
        bootstrap.addCommand(new ServerCommand<>(this) {
            @Override
            public void onError(Cli cli, Namespace namespace, Throwable e) {
                // Told later; a stack trace on standard error says less.
            }
        });
    }

    @Override
    protected void onFatalError(Throwable thrown) {
        failure = thrown;
    }

    private static CommandFailure failed(@Nullable Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof CommandFailure told) {
                return told;
            }
            if (cause instanceof BindException) {
                return new CommandFailure(
                        ExitCode.ERROR,
                        "a port of the service is taken or not ours to open (" + cause.getMessage()
                                + "): end what listens there, or set other ports in server.applicationConnectors and"
                                + " server.adminConnectors",
                        thrown);
            }
        }
        return new CommandFailure(
                ExitCode.ERROR,
                thrown == null ? "the service did not start" : "the service did not start: " + thrown.getMessage(),
                thrown);
    }

    /** Reads the configuration by our rules instead of Dropwizard's. */
    private final class Reading implements ConfigurationFactory<KeeperConfiguration> {

        @Override
        public KeeperConfiguration build(ConfigurationSourceProvider provider, String path) {
            return build();
        }

        @Override
        public KeeperConfiguration build() {
            return new Settings(machine).requireFile(file);
        }
    }
}
