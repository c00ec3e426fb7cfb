package io.fdlkeeper.cli;

import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows on a sample what the keeper does. */
@Command(
        name = "demo",
        description =
                "Make a sample repository, run retention and garbage collection on it, and show what they did and why. With"
                        + " --withdrawal: withdraw a leaked address from one, from the report to the certificate.",
        footerHeading = "%nExample:%n",
        footer = {"  fdl-keeper demo", "  fdl-keeper demo --withdrawal"})
final class DemoCommand extends KeeperCommand {

    private static final int KEEP = 30;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "demo",
            description = "Where. It is emptied first, if an earlier demo made it. Default: ./${DEFAULT-VALUE}.")
    private Path folder;

    @Option(names = "--withdrawal", description = "Play the withdrawal of a leaked address through instead.")
    private boolean withdrawal;

    DemoCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        DemoFolder demo = new DemoFolder(surroundings().folder().resolve(folder).normalize());
        Consumer<String> tell = quiet() ? sentence -> {} : surroundings().err()::println;
        demo.prepare();
        return withdrawal ? withdraw(demo, tell) : maintain(demo, tell);
    }

    private ExitCode withdraw(DemoFolder demo, Consumer<String> tell) {
        tell.accept("making a sample repository, in which an address leaked, in " + demo.repository());
        KeeperOptions options =
                KeeperOptions.at(demo.repository().toString(), demo.state().toString());
        try (KeeperSource.Leak leak = context().source().leak(demo.repository());
                OpenKeeper keeper = context().source().open(options)) {
            WithdrawalDemo.Result result = new WithdrawalDemo(keeper, demo, context(), tell).on(leak);
            context().source().remember(options, keeper, result.caseId());
            WithdrawalDemoReport report = new WithdrawalDemoReport(result, demo);
            answer(report::asJson, report::asText);
            return report.exitCode();
        }
    }

    private ExitCode maintain(DemoFolder demo, Consumer<String> tell) {
        tell.accept("making a sample repository in " + demo.repository());
        KeeperSource.Sample sample = context().source().sample(demo.repository());
        KeeperOptions options = KeeperOptions.at(
                        demo.repository().toString(), demo.state().toString())
                .keeping(KEEP);
        try (OpenKeeper keeper = context().source().open(options)) {
            Demo.Result result = new Demo(keeper, surroundings(), tell).on(sample);
            DemoReport report = new DemoReport(result, KEEP);
            answer(report::asJson, report::asText);
            return result.exitCode();
        }
    }
}
