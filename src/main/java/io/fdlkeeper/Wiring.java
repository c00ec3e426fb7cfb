package io.fdlkeeper;

import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.KeeperOptions;
import io.fdlkeeper.cli.OpenKeeper;
import io.fdlkeeper.config.ConfigurationProblem;
import io.fdlkeeper.config.ConfigurationReading;
import io.fdlkeeper.config.KeeperConfiguration;
import io.fdlkeeper.config.RepositoryConfiguration;
import io.fdlkeeper.sample.SampleReport;
import io.fdlkeeper.sample.SampleRepository;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.state.StateInUseException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Puts the parts together for a command. Nothing is loaded before a command needs it. */
final class Wiring extends MachineSource {

    /** Every sample tells the same story; what differs is when it ends. */
    private static final long SAMPLE_SEED = 20_260_101;

    private final Signals signals;

    /** @param signals what a service listens to */
    Wiring(Machine machine, Signals signals) {
        super(machine);
        this.signals = signals;
    }

    @Override
    public OpenKeeper open(KeeperOptions options) {
        KeeperConfiguration configuration = settings.require(options);
        try {
            return new WiredKeeper(
                    machine,
                    configuration,
                    KeeperState.open(
                            configuration.state().directory(),
                            machine.clock(),
                            configuration.withdrawal().sealingKeyFile()));
        } catch (StateInUseException e) {
            RunningDaemon.of(machine, configuration.state().directory())
                    .ifPresent(daemon -> daemon.takeOver(settings.digest(options)));
            throw new CommandFailure(ExitCode.BUSY, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Checked check(KeeperOptions options) {
        ConfigurationReading reading = settings.read(options);
        String source = settings.source(options);
        if (reading instanceof ConfigurationReading.Read read) {
            return new Checked(
                    source,
                    List.of(),
                    read.configuration().repositories().stream()
                            .map(RepositoryConfiguration::name)
                            .toList());
        }
        List<ConfigurationProblem> problems = ((ConfigurationReading.Refused) reading).problems();
        return new Checked(
                source, problems.stream().map(ConfigurationProblem::toString).toList(), List.of());
    }

    @Override
    public ExitCode serve(KeeperOptions options) {
        var application = new KeeperApplication(machine, settings.file(options));
        signals.expect();
        KeeperService service = application.start();
        signals.listen(service);
        return application.await();
    }

    @Override
    public Leak leak(Path folder) {
        return LeakyWriter.begin(machine.folder().resolve(folder).normalize(), machine.clock(), SAMPLE_SEED);
    }

    @Override
    public Sample sample(Path folder) {
        Path target = machine.folder().resolve(folder).normalize();
        try {
            SampleReport made = SampleRepository.create(target, machine.clock().instant(), SAMPLE_SEED);
            return new Sample(
                    target,
                    made.versions(),
                    made.unfinished(),
                    made.objects(),
                    made.bytes(),
                    made.keptByTag(),
                    made.heldByHistory(),
                    made.orphan());
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ERROR, String.valueOf(e.getMessage()), e);
        }
    }
}
