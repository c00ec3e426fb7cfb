package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.Explain;
import io.fdlkeeper.maintenance.Explanation;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells why something is kept or goes. */
@Command(
        name = "explain",
        description = "Tell why a key or a version is kept or may go, by the very rules of the jobs.",
        footerHeading = "%nExample:%n",
        footer = {
            "  fdl-keeper explain demo data/main/towns/x.parquet",
            "  fdl-keeper explain --location /srv/lake data/main/towns/x.parquet"
        })
final class ExplainCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    @Option(
            names = "--trust-age",
            description = "Explain by a collection that trusts the age of objects, as plan gc --trust-age.")
    private boolean trustAge;

    @Parameters(
            arity = "1..2",
            paramLabel = "[REPO] KEY|VERSION",
            hideParamSyntax = true,
            description =
                    "The repository of the configuration (not with --location, nor where there is only one), and the key"
                            + " as it is stored or the version's id.")
    private List<String> words;

    ExplainCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        @Nullable String name = words.size() == 2 ? words.get(0) : null;
        if (name != null && repositories.location != null) {
            throw new CommandFailure(ExitCode.USAGE, "with --location give the key or version alone");
        }
        String subject = Target.of(words.get(words.size() - 1));
        try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
            ManagedRepository repository = keeper.repository(repositories.one(keeper, name));
            Order order = Order.by(surroundings().actor());
            Explanation explanation = new Explain(keeper.workplace())
                    .explain(repository, subject, trustAge ? order.trustingAge() : order);
            answer(
                    json -> {
                        json.writeStringField("repository", repository.name());
                        json.writeStringField("location", repository.location());
                        json.writeStringField("subject", explanation.subject());
                        json.writeStringField("verdict", explanation.verdict());
                        JsonOutput.strings(json, "reasons", explanation.sentences());
                    },
                    out -> {
                        out.println(Shown.safely(explanation.subject()) + ": " + explanation.verdict());
                        explanation.sentences().forEach(sentence -> out.println("  " + Shown.safely(sentence)));
                    });
            return ExitCode.DONE;
        }
    }
}
