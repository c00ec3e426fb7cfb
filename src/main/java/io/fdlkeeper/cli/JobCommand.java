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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;

/** A command that does one job on one repository, or on each of several. */
abstract class JobCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    private int atOnce = 1;

    JobCommand(CommandContext context) {
        super(context);
    }

    /** Gives the order to the use case. */
    abstract JobReport give(Workplace workplace, ManagedRepository repository, Order order);

    /** Tells whether items have results. */
    abstract boolean executes();

    /** Tells whether the job reads and changes its own repository alone, so that it may be done on several at the same time. */
    boolean staysWithItsOwn() {
        return true;
    }

    /** Returns those of the repositories chosen that the job is about. */
    List<String> among(OpenKeeper keeper, List<String> names) {
        return names;
    }

    /** Adds what this command's own options say to the order. */
    Order complete(Order order) {
        return order;
    }

    @Override
    final ExitCode execute() {
        try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
            List<String> chosen = among(keeper, repositories.chosen(keeper));
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
        List<ExitCode> codes = new ArrayList<>();
        if (!json()) {
            turns(keeper, names, turn -> codes.add(turn.writeTo(this)));
        } else {
            List<Turn> turns = new ArrayList<>();
            turns(keeper, names, turns::add);
            JsonOutput.write(surroundings().out(), json -> {
                json.writeArrayFieldStart("repositories");
                for (Turn turn : turns) {
                    codes.add(turn.writeTo(json));
                }
                json.writeEndArray();
            });
        }
        return codes.stream().reduce(ExitCode.DONE, ExitCode::and);
    }

    /** Gives each repository its turn, as many at once as job and configuration allow, and hands on the answers in order. */
    private void turns(OpenKeeper keeper, List<String> names, Consumer<Turn> answer) {
        atOnce = staysWithItsOwn() ? Math.min(keeper.jobsAtOnce(), names.size()) : 1;
        ExecutorService pool = Executors.newFixedThreadPool(atOnce);
        try {
            names.stream()
                    .map(name -> CompletableFuture.supplyAsync(() -> guarded(keeper, name), pool))
                    .toList()
                    .forEach(turn -> answer.accept(turn.join()));
        } finally {
            pool.shutdown();
        }
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
                surroundings().err(),
                surroundings().terminal() && atOnce == 1,
                surroundings().clock());
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
