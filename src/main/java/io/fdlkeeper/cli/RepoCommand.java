package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.AcceptRoots;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.RepositoryStatus;
import io.fdlkeeper.maintenance.ShowStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists and shows repositories, and accepts what is gone from them. */
@Command(
        name = "repo",
        description = "List or show repositories, or accept that versions are gone.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper repo show demo",
        subcommands = {RepoCommand.OfList.class, RepoCommand.OfShow.class, RepoCommand.OfAccept.class})
final class RepoCommand {

    @Command(
            name = "list",
            description = "List the repositories of the configuration.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper repo list --json")
    static final class OfList extends KeeperCommand {

        @Mixin
        private RepositoryOptions repositories;

        OfList(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
                List<ManagedRepository> all = new ArrayList<>();
                repositories.chosen(keeper).forEach(name -> all.add(keeper.repository(name)));
                answer(
                        json -> {
                            json.writeArrayFieldStart("repositories");
                            for (ManagedRepository repository : all) {
                                json.writeStartObject();
                                json.writeStringField("repository", repository.name());
                                json.writeStringField("location", repository.location());
                                JsonOutput.strings(json, "publishedAs", repository.publishedAs());
                                json.writeEndObject();
                            }
                            json.writeEndArray();
                        },
                        out -> {
                            Table table = new Table("repository", "location", "published as");
                            all.forEach(repository -> table.row(
                                    repository.name(),
                                    repository.location(),
                                    String.join(", ", repository.publishedAs())));
                            table.to(out);
                        });
                return ExitCode.DONE;
            }
        }
    }

    @Command(
            name = "show",
            description = "Show one repository: versions, refs, foreign objects, what is gone without trace.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper repo show demo")
    static final class OfShow extends KeeperCommand {

        @Mixin
        private RepositoryOptions repositories;

        @Parameters(
                arity = "0..1",
                paramLabel = "REPO",
                description = "The repository of the configuration. Default: the only one.")
        private @Nullable String name;

        OfShow(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
                RepositoryStatus status =
                        new ShowStatus(keeper.workplace()).of(keeper.repository(repositories.one(keeper, name)));
                answer(json -> StatusJson.write(json, status, true), out -> StatusText.write(out, status, true));
                return ExitCode.DONE;
            }
        }
    }

    @Command(
            name = "accept",
            description =
                    "Accept that the versions with this digest are gone without trace, as 'repo show' lists them.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper repo accept 0123456789abcdef --repo demo")
    static final class OfAccept extends KeeperCommand {

        @Mixin
        private RepositoryOptions repositories;

        @Parameters(paramLabel = "DIGEST", description = "What 'repo show' calls the digest of what is gone.")
        private String digest;

        OfAccept(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
                ManagedRepository repository = keeper.repository(repositories.one(keeper, null));
                Optional<String> complaint = new AcceptRoots(keeper.workplace())
                        .accept(repository, surroundings().actor(), digest);
                String sentence =
                        complaint.orElse("accepted: jobs on " + repository.location() + " go on without them");
                answer(
                        json -> {
                            json.writeStringField("repository", repository.name());
                            json.writeStringField("outcome", complaint.isEmpty() ? "succeeded" : "refused");
                            json.writeStringField("message", sentence);
                        },
                        out -> out.println(sentence));
                return complaint.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
            }
        }
    }
}
