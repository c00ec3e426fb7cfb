package io.fdlkeeper.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command itself; it only has others below it. */
@Command(
        name = "fdl-keeper",
        description = "Keeps FDL repositories bounded and clean: retention, garbage collection, verification.",
        versionProvider = ProductVersion.class,
        subcommands = {
            CheckCommand.class,
            SampleCommand.class,
            StatusCommand.class,
            RepoCommand.class,
            PlanCommand.class,
            RunCommand.class,
            RestoreCommand.class,
            ExplainCommand.class,
            HoldCommand.class,
            LossCommand.class,
            WithdrawCommand.class,
            ApproverCommand.class,
            CertificateCommand.class,
            AuditCommand.class,
            DoctorCommand.class,
            ServerCommand.class,
            ScheduleCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            DemoCommand.class,
            CompletionCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:error",
            "2:wrong usage or configuration",
            "3:partial, or stopped on request",
            "4:refused by a guard, or needs approval",
            "5:the plan named is out of date",
            "6:paused, or the lease or the state directory is taken",
            "7:verification failed"
        },
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper plan gc --location /srv/lake")
final class FdlKeeperCommand {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;
}
