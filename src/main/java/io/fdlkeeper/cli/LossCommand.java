package io.fdlkeeper.cli;

import io.fdlkeeper.hold.Loss;
import io.fdlkeeper.maintenance.KeepHolds;
import io.fdlkeeper.maintenance.ManagedRepository;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes down what is known to be lost. */
@Command(
        name = "loss",
        description = "Record what is known to be lost, so that collection goes on without it.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper loss record data/main/towns/x.parquet --reason 'disk failure' --repo demo",
        subcommands = LossCommand.OfRecord.class)
final class LossCommand {

    @Command(
            name = "record",
            description = "Record that a file, or every missing file of a version, is known to be lost.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper loss record data/main/towns/x.parquet --reason 'disk failure' --repo demo")
    static final class OfRecord extends KeeperCommand {

        @Mixin
        private RepositoryOptions repositories;

        @Parameters(
                paramLabel = "KEY|VERSION",
                description = "The missing file's key, or the id of a version that misses files.")
        private String target;

        @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "How it was lost.")
        private String reason;

        OfRecord(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            if (reason.isBlank()) {
                throw new CommandFailure(ExitCode.USAGE, "--reason must not be blank: say how it was lost");
            }
            try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
                ManagedRepository repository = keeper.repository(repositories.one(keeper, null));
                Loss loss = new KeepHolds(keeper.workplace())
                        .recordLoss(repository, surroundings().actor(), Target.of(target), reason);
                answer(
                        json -> {
                            json.writeStringField("outcome", "succeeded");
                            json.writeStringField("target", loss.target());
                            json.writeStringField("reason", loss.reason());
                            json.writeStringField("recordedBy", loss.recordedBy());
                            json.writeStringField(
                                    "recordedAt", loss.recordedAt().toString());
                        },
                        out -> out.println("recorded as lost: " + Shown.safely(loss.target())));
                return ExitCode.DONE;
            }
        }
    }
}
