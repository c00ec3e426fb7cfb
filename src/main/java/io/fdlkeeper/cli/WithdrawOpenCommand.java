package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.CaseReport;
import io.fdlkeeper.maintenance.OpenWithdrawal;
import io.fdlkeeper.withdrawal.CaseOpening;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Opens a case. */
@Command(
        name = "open",
        description = "Open a case. Its two clocks run from then on: 72 hours from awareness, one month from request.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper withdraw open towns --reason personal-data --aware-since 2026-11-29T10:00Z")
final class WithdrawOpenCommand extends KeeperCommand {

    @Mixin
    private PlaceOptions place;

    @Parameters(
            arity = "0..*",
            paramLabel = "REPO",
            description = "The repositories of the configuration it is about. Default: the only one.")
    private List<String> repositories = new ArrayList<>();

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "CLASS",
            description = "Why, as one word such as personal-data, credentials, licence or court-order. Never the value"
                    + " itself: it is kept for good.")
    private String reason;

    @Option(
            names = "--aware-since",
            required = true,
            paramLabel = "TIME",
            description = "Since when the leak is known, such as 2026-11-29T10:00Z: the first clock counts from here.")
    private String awareSince;

    @Option(
            names = "--requested-at",
            paramLabel = "TIME",
            description = "When the person concerned asked: the second clock counts from here. Default: now.")
    private @Nullable String requestedAt;

    @Option(
            names = "--requester",
            paramLabel = "NAME",
            description = "Who asked for it, if not you. Neither of you can approve the plan.")
    private @Nullable String requester;

    @Option(names = "--delete-tags", description = "Tags on affected versions are the case's to delete.")
    private boolean deleteTags;

    @Option(
            names = "--approvals",
            paramLabel = "N",
            description = "How many people must approve the plan, 0 to 2. Raises what is recorded for the repository,"
                    + " never lowers it.")
    private @Nullable Integer approvals;

    @Option(names = "--no-guard", description = "Do not look for the withdrawn data in new versions afterwards.")
    private boolean unguarded;

    WithdrawOpenCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        if (!reason.matches("[a-z][a-z0-9-]{0,63}")) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--reason is one word in lower case, such as personal-data, and never tells the value");
        }
        Instant aware = Moment.required("--aware-since", awareSince);
        Optional<Instant> requested = Moment.of("--requested-at", requestedAt);
        KeeperOptions options = place.asPlace();
        try (OpenKeeper keeper = context().source().open(options)) {
            CaseOpening opening = new CaseOpening(
                    locations(keeper),
                    reason,
                    surroundings().actor(),
                    Optional.ofNullable(requester),
                    deleteTags,
                    0,
                    !unguarded);
            CaseReport report = CaseCommand.told(() ->
                    new OpenWithdrawal(keeper.desk()).open(opening, Optional.ofNullable(approvals), aware, requested));
            context().source().remember(options, keeper, report.subject().id());
            answer(
                    json -> new CaseJson(report, CaseView.OF_CASE).to(json),
                    out -> new CaseText(report, CaseView.OF_CASE).to(out));
            return CaseCommand.code(report.outcome());
        }
    }

    private List<String> locations(OpenKeeper keeper) {
        if (repositories.isEmpty() && keeper.names().size() > 1) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "there are several repositories (" + String.join(", ", keeper.names())
                            + "): name those the case is about");
        }
        List<String> names = repositories.isEmpty() ? keeper.names() : repositories;
        return names.stream()
                .distinct()
                .map(name -> keeper.repository(name).location())
                .toList();
    }
}
