package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.ApplyRetention;
import io.fdlkeeper.maintenance.CollectGarbage;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.RestoreRun;
import io.fdlkeeper.maintenance.Workplace;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what a job would do. */
@Command(
        name = "plan",
        description = "Show what a job would do, and why. Changes nothing in the repository.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper plan gc --location /srv/lake --json",
        subcommands = {PlanCommand.OfRetention.class, PlanCommand.OfGc.class, PlanCommand.OfRestore.class})
final class PlanCommand {

    @Command(
            name = "retention",
            description = "Show which versions the policy would expire, and what keeps the others.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper plan retention --location /srv/lake --keep 30")
    static final class OfRetention extends JobCommand {

        OfRetention(CommandContext context) {
            super(context);
        }

        @Override
        JobReport give(Workplace workplace, ManagedRepository repository, Order order) {
            return new ApplyRetention(workplace).plan(repository, order);
        }

        @Override
        boolean executes() {
            return false;
        }
    }

    @Command(
            name = "gc",
            description = "Show which objects a collection would delete, and why the others stay.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper plan gc --location /srv/lake --grace P7D --trust-age")
    static final class OfGc extends JobCommand {

        @Option(names = "--trust-age", description = TrustAge.DESCRIPTION)
        private boolean trustAge;

        OfGc(CommandContext context) {
            super(context);
        }

        /** A collection reads what the other repositories name, too. */
        @Override
        boolean staysWithItsOwn() {
            return false;
        }

        @Override
        JobReport give(Workplace workplace, ManagedRepository repository, Order order) {
            return new CollectGarbage(workplace).plan(repository, order);
        }

        @Override
        boolean executes() {
            return false;
        }

        @Override
        Order complete(Order order) {
            return trustAge ? order.trustingAge() : order;
        }
    }

    @Command(
            name = "restore",
            description = "Show what of a run's deletions can be taken back, and why the rest cannot.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper plan restore 20260102T030405678Z-1f3a5c --repo demo")
    static final class OfRestore extends JobCommand {

        @Parameters(paramLabel = "RUN", description = "The run's id, as 'run list' shows it.")
        private String run;

        OfRestore(CommandContext context) {
            super(context);
        }

        @Override
        List<String> among(OpenKeeper keeper, List<String> names) {
            return RestoreCommand.ofTheRun(keeper, names, run);
        }

        @Override
        JobReport give(Workplace workplace, ManagedRepository repository, Order order) {
            return new RestoreRun(workplace).plan(repository, run, order);
        }

        @Override
        boolean executes() {
            return false;
        }
    }
}
