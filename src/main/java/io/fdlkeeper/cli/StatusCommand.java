package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.PauseJobs;
import io.fdlkeeper.maintenance.RepositoryStatus;
import io.fdlkeeper.maintenance.ShowStatus;
import io.fdlkeeper.run.Pause;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows how repositories stand. */
@Command(
        name = "status",
        description = "Show how repositories stand: versions, what would stop a job, the last runs.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper status --repo demo")
final class StatusCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    StatusCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
            List<RepositoryStatus> all = new ArrayList<>();
            for (String name : repositories.chosen(keeper)) {
                all.add(new ShowStatus(keeper.workplace()).of(keeper.repository(name)));
            }
            List<Pause> pauses = new PauseJobs(keeper.workplace()).list();
            answer(
                    json -> {
                        json.writeArrayFieldStart("pauses");
                        for (Pause pause : pauses) {
                            json.writeStartObject();
                            PauseScope.write(json, pause);
                            json.writeEndObject();
                        }
                        json.writeEndArray();
                        json.writeArrayFieldStart("repositories");
                        for (RepositoryStatus status : all) {
                            json.writeStartObject();
                            StatusJson.write(json, status, false);
                            json.writeEndObject();
                        }
                        json.writeEndArray();
                    },
                    out -> {
                        pauses.forEach(pause -> out.println("PAUSED  " + PauseScope.text(pause)));
                        all.forEach(status -> StatusText.write(out, status, false));
                    });
            return ExitCode.DONE;
        }
    }
}
