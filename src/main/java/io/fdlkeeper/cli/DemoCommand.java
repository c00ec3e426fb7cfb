package io.fdlkeeper.cli;

import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows on a sample what the keeper does. */
@Command(
        name = "demo",
        description =
                "Make a sample repository, run retention and garbage collection on it, and show what they did and why.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper demo")
final class DemoCommand extends KeeperCommand {

    private static final int KEEP = 30;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "demo",
            description = "Where. It is emptied first, if an earlier demo made it. Default: ./${DEFAULT-VALUE}.")
    private Path folder;

    DemoCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        DemoFolder demo = new DemoFolder(surroundings().folder().resolve(folder).normalize());
        Consumer<String> tell = quiet() ? sentence -> {} : surroundings().err()::println;
        demo.prepare();
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
