package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.RestoreRun;
import io.fdlkeeper.maintenance.Workplace;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes back what a run deleted. */
@Command(
        name = "restore",
        description = "Take back what a run deleted, while the store keeps the old versions.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper restore 20260102T030405678Z-1f3a5c --repo demo")
final class RestoreCommand extends JobCommand {

    @Parameters(paramLabel = "RUN", description = "The run's id, as 'run list' shows it.")
    private String run;

    @Option(
            names = "--plan",
            paramLabel = "DIGEST",
            description = "Execute the plan that 'plan restore' made, by its digest or a beginning of it of at least 8"
                    + " characters.")
    private @Nullable String plan;

    RestoreCommand(CommandContext context) {
        super(context);
    }

    /** A run is of one repository, whatever else the configuration holds. */
    @Override
    List<String> among(OpenKeeper keeper, List<String> names) {
        return ofTheRun(keeper, names, run);
    }

    static List<String> ofTheRun(OpenKeeper keeper, List<String> names, String run) {
        List<String> its = keeper.workplace()
                .state()
                .runs()
                .find(run)
                .map(record -> names.stream()
                        .filter(name -> keeper.repository(name).location().equals(record.repository()))
                        .toList())
                .orElse(List.of());
        return its.isEmpty() ? names.subList(0, 1) : its;
    }

    @Override
    JobReport give(Workplace workplace, ManagedRepository repository, Order order) {
        return new RestoreRun(workplace).run(repository, run, order);
    }

    @Override
    boolean executes() {
        return true;
    }

    @Override
    Order complete(Order order) {
        return plan == null ? order : order.withPlan(plan);
    }
}
