package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.ApplyRetention;
import io.fdlkeeper.maintenance.CollectGarbage;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.Workplace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what a job would do. */
@Command(
        name = "plan",
        description = "Show what a job would do, and why. Changes nothing in the repository.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper plan gc --location /srv/lake --json",
        subcommands = {PlanCommand.OfRetention.class, PlanCommand.OfGc.class})
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
}
