package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.GuardRepository;
import io.fdlkeeper.withdrawal.guard.Hit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Looks whether withdrawn data is back. */
@Command(
        name = "guard",
        description =
                "Look whether withdrawn data has come back, in new versions and new files. A service does it after"
                        + " each scheduled job.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper withdraw guard towns")
final class WithdrawGuardCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    @Parameters(arity = "0..1", paramLabel = "REPO", description = "The repository. Default: the only one.")
    private @Nullable String repository;

    WithdrawGuardCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        KeeperOptions options = context().source().recall(repositories.asKeeperOptions(), Optional.empty());
        try (OpenKeeper keeper = context().source().open(options)) {
            List<GuardRepository.Looked> looked = CaseCommand.told(() -> new GuardRepository(keeper.desk())
                    .look(
                            keeper.repository(repositories.one(keeper, repository)),
                            surroundings().actor()));
            boolean back = looked.stream().anyMatch(one -> !one.hits().isEmpty());
            answer(
                    json -> {
                        json.writeArrayFieldStart("cases");
                        for (GuardRepository.Looked one : looked) {
                            json.writeStartObject();
                            json.writeStringField("case", one.subject().id());
                            json.writeStringField("state", one.subject().state().name());
                            json.writeArrayFieldStart("hits");
                            for (Hit hit : one.hits()) {
                                json.writeStartObject();
                                JsonOutput.optional(json, "version", hit.version());
                                json.writeStringField("kind", hit.kind().id());
                                json.writeStringField("what", hit.what());
                                json.writeEndObject();
                            }
                            json.writeEndArray();
                            JsonOutput.strings(json, "unread", one.unread());
                            json.writeEndObject();
                        }
                        json.writeEndArray();
                    },
                    out -> {
                        out.println(looked.size() + " cases guard it");
                        looked.forEach(one -> one.hits()
                                .forEach(hit -> out.println("WITHDRAWN DATA IS BACK: case "
                                        + one.subject().id()
                                        + hit.version()
                                                .map(id -> ", version " + id)
                                                .orElse("") + ": "
                                        + Shown.safely(hit.what()))));
                        looked.forEach(one -> one.unread()
                                .forEach(what -> out.println("could not be read, and may hold it: case "
                                        + one.subject().id() + ": " + Shown.safely(what))));
                    });
            boolean unread = looked.stream().anyMatch(one -> !one.unread().isEmpty());
            return back ? ExitCode.VERIFICATION_FAILED : unread ? ExitCode.PARTIAL : ExitCode.DONE;
        }
    }
}
