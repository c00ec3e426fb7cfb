package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.ApplyRetention;
import io.fdlkeeper.maintenance.CollectGarbage;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.VerifyRepository;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.run.JobKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Does a job, and shows what was done before. */
@Command(
        name = "run",
        description = "Do a job, or show the jobs done so far.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper run gc --repo demo --plan 4f1d0a6c2b9e7d35",
        subcommands = {
            RunCommand.OfRetention.class,
            RunCommand.OfGc.class,
            RunCommand.OfVerify.class,
            RunListCommand.class,
            RunShowCommand.class
        })
final class RunCommand {

    private static final String PLAN =
            "Execute the saved plan with this digest, or a beginning of it of at least 8 characters. Naming a plan approves it.";

    @Command(
            name = "retention",
            description = "Mark the versions that the policy does not keep, and delete their catalogs.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper run retention --location /srv/lake --keep 30")
    static final class OfRetention extends JobCommand {

        @Option(names = "--plan", paramLabel = "DIGEST", description = PLAN)
        private @Nullable String plan;

        @Mixin
        private PauseGuard pauses;

        OfRetention(CommandContext context) {
            super(context);
        }

        @Override
        JobReport give(Workplace workplace, ManagedRepository repository, Order order) {
            pauses.check(workplace, repository, JobKind.RETENTION);
            return new ApplyRetention(workplace).run(repository, order);
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

    @Command(
            name = "gc",
            description = "Delete the objects that no live version names, once both clocks have run out.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper run gc --location /srv/lake --plan 4f1d0a6c2b9e7d35")
    static final class OfGc extends JobCommand {

        @Option(names = "--plan", paramLabel = "DIGEST", description = PLAN)
        private @Nullable String plan;

        @Option(names = "--trust-age", description = TrustAge.DESCRIPTION)
        private boolean trustAge;

        @Mixin
        private PauseGuard pauses;

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
            pauses.check(workplace, repository, JobKind.GC);
            return new CollectGarbage(workplace).run(repository, order);
        }

        @Override
        boolean executes() {
            return true;
        }

        @Override
        Order complete(Order order) {
            Order trusting = trustAge ? order.trustingAge() : order;
            return plan == null ? trusting : trusting.withPlan(plan);
        }
    }

    @Command(
            name = "verify",
            description = "Check that every live version opens and every file it names is there. Changes nothing.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper run verify --location /srv/lake")
    static final class OfVerify extends JobCommand {

        @Mixin
        private PauseGuard pauses;

        OfVerify(CommandContext context) {
            super(context);
        }

        @Override
        JobReport give(Workplace workplace, ManagedRepository repository, Order order) {
            pauses.check(workplace, repository, JobKind.VERIFY);
            return new VerifyRepository(workplace).run(repository, order);
        }

        @Override
        boolean executes() {
            return true;
        }
    }
}
