package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.run.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/** A command that does one job on one repository, or on all of them in turn. */
abstract class JobCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    JobCommand(CommandContext context) {
        super(context);
    }

    /** Gives the order to the use case. */
    abstract JobReport give(Workplace workplace, ManagedRepository repository, Order order);

    /** Tells whether items have results. */
    abstract boolean executes();

    /** Adds what this command's own options say to the order. */
    Order complete(Order order) {
        return order;
    }

    @Override
    final ExitCode execute() {
        try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
            List<String> chosen = repositories.chosen(keeper);
            if (chosen.size() == 1) {
                return one(keeper, chosen.get(0));
            }
            return several(keeper, chosen);
        }
    }

    private ExitCode one(OpenKeeper keeper, String name) {
        ManagedRepository repository = keeper.repository(name);
        JobReport report = ordered(keeper, repository);
        Optional<ItemResults> results = results(keeper, report);
        answer(json(repository, report, results), text(repository, report, results));
        return ExitCode.of(report.outcome());
    }

    private ExitCode several(OpenKeeper keeper, List<String> names) {
        if (!json()) {
            ExitCode gravest = ExitCode.DONE;
            for (String name : names) {
                gravest = gravest.and(guarded(keeper, name).writeTo(this));
            }
            return gravest;
        }
        List<ExitCode> codes = new ArrayList<>();
        JsonOutput.write(surroundings().out(), json -> {
            json.writeArrayFieldStart("repositories");
            for (String name : names) {
                codes.add(guarded(keeper, name).writeTo(json));
            }
            json.writeEndArray();
        });
        return codes.stream().reduce(ExitCode.DONE, ExitCode::and);
    }

    /** What came of one of several repositories; the failure of one does not keep the others from their turn. */
    private record Turn(ExitCode code, JsonWriting asJson, TextWriting asText) {

        ExitCode writeTo(JsonGenerator json) throws IOException {
            json.writeStartObject();
            asJson.to(json);
            json.writeEndObject();
            return code;
        }

        ExitCode writeTo(KeeperCommand command) {
            asText.to(command.surroundings().out());
            command.surroundings().out().println();
            return code;
        }
    }

    private Turn guarded(OpenKeeper keeper, String name) {
        try {
            ManagedRepository repository = keeper.repository(name);
            JobReport report = ordered(keeper, repository);
            Optional<ItemResults> results = results(keeper, report);
            return new Turn(
                    ExitCode.of(report.outcome()),
                    json(repository, report, results),
                    text(repository, report, results));
        } catch (RuntimeException e) {
            Failures failure = Failures.of(e);
            return new Turn(
                    failure.exitCode(),
                    json -> {
                        json.writeStringField("repository", name);
                        json.writeStringField("outcome", "failed");
                        json.writeStringField("message", failure.sentence());
                    },
                    out -> out.println(name + ": failed. " + failure.sentence()));
        }
    }

    private JobReport ordered(OpenKeeper keeper, ManagedRepository repository) {
        ProgressLines lines = new ProgressLines(
                surroundings().err(), surroundings().terminal(), surroundings().clock());
        Progress progress = quiet() ? Progress.SILENT : lines;
        Order order = new Order(
                surroundings().actor(),
                Optional.empty(),
                false,
                progress,
                surroundings().stop());
        try {
            return give(keeper.workplace(), repository, complete(order));
        } finally {
            if (!quiet()) {
                lines.end();
            }
        }
    }

    private Optional<ItemResults> results(OpenKeeper keeper, JobReport report) {
        return executes()
                ? Optional.of(ItemResults.of(keeper.workplace().state().journals(), report.run()))
                : Optional.empty();
    }

    private static JsonWriting json(ManagedRepository repository, JobReport report, Optional<ItemResults> results) {
        return results.map(known -> ReportJson.ofRun(repository.name(), report, known))
                .orElseGet(() -> ReportJson.ofPlan(repository.name(), report));
    }

    private TextWriting text(ManagedRepository repository, JobReport report, Optional<ItemResults> results) {
        return new ReportText(
                repository.name(), report, results, RunItCommand.of(spec(), repositories, repository.name()));
    }
}
