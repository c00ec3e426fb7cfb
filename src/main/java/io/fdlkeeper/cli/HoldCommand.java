package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.maintenance.KeepHolds;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.repository.MalformedDocumentException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps things whatever the policy says. */
@Command(
        name = "hold",
        description = "Keep a version, a key or what a ref names, whatever the policy says.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper hold add refs/heads/main --reason audit --repo demo",
        subcommands = {HoldCommand.OfAdd.class, HoldCommand.OfList.class, HoldCommand.OfRelease.class})
final class HoldCommand {

    @Command(
            name = "add",
            description = "Add a hold. It counts from the next look of any run on.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper hold add data/main/towns/ --reason 'audit of 2026' --until 2027-01-31 --repo demo")
    static final class OfAdd extends KeeperCommand {

        @Mixin
        private RepositoryOptions repositories;

        @Parameters(
                paramLabel = "TARGET",
                description = "A version's id, a ref's full name, a key, or a folder of keys with a slash at its end.")
        private String target;

        @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why, for whoever asks later.")
        private String reason;

        @Option(
                names = "--until",
                paramLabel = "DATE",
                description = "When it ends by itself: a day (UTC, it still counts on that day) or a moment such as"
                        + " 2027-01-31T12:00:00Z. Default: when it is released.")
        private @Nullable String until;

        OfAdd(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            if (reason.isBlank()) {
                throw new CommandFailure(ExitCode.USAGE, "--reason must not be blank: say why the target is held");
            }
            Optional<Instant> end = Until.later(until, surroundings().clock().instant());
            try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
                ManagedRepository repository = keeper.repository(repositories.one(keeper, null));
                Hold hold = new KeepHolds(keeper.workplace())
                        .add(repository, surroundings().actor(), parsed(target), reason, end);
                answer(
                        json -> write(json, hold),
                        out -> out.println("held: " + Shown.safely(hold.target().text()) + ", by hold " + hold.id()));
                return ExitCode.DONE;
            }
        }
    }

    @Command(
            name = "list",
            description = "List the holds of a repository.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper hold list --repo demo")
    static final class OfList extends KeeperCommand {

        @Mixin
        private RepositoryOptions repositories;

        OfList(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
                ManagedRepository repository = keeper.repository(repositories.one(keeper, null));
                List<Hold> holds = new KeepHolds(keeper.workplace()).list(repository);
                answer(
                        json -> {
                            json.writeArrayFieldStart("holds");
                            for (Hold hold : holds) {
                                json.writeStartObject();
                                write(json, hold);
                                json.writeEndObject();
                            }
                            json.writeEndArray();
                        },
                        out -> {
                            Table table = new Table("hold", "target", "until", "by", "reason");
                            holds.forEach(hold -> table.row(
                                    hold.id(),
                                    Shown.safely(hold.target().text()),
                                    hold.until().map(Instant::toString).orElse("it is released"),
                                    hold.addedBy(),
                                    hold.reason()));
                            table.to(out);
                        });
                return ExitCode.DONE;
            }
        }
    }

    @Command(
            name = "release",
            description = "Release a hold.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper hold release 20260102T030405678Z-1f3a5c --repo demo")
    static final class OfRelease extends KeeperCommand {

        @Mixin
        private RepositoryOptions repositories;

        @Parameters(paramLabel = "HOLD", description = "The hold's id, as 'hold list' shows it.")
        private String id;

        OfRelease(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
                ManagedRepository repository = keeper.repository(repositories.one(keeper, null));
                if (!new KeepHolds(keeper.workplace())
                        .release(repository, surroundings().actor(), id)) {
                    throw new CommandFailure(
                            ExitCode.ERROR,
                            "there is no hold '" + id + "' on " + repository.location() + "; see 'hold list'");
                }
                answer(
                        json -> {
                            json.writeStringField("outcome", "succeeded");
                            json.writeStringField("hold", id);
                        },
                        out -> out.println("released: " + id));
                return ExitCode.DONE;
            }
        }
    }

    private static void write(JsonGenerator json, Hold hold) throws IOException {
        json.writeStringField("hold", hold.id());
        json.writeStringField("target", hold.target().text());
        json.writeStringField("reason", hold.reason());
        json.writeStringField("addedBy", hold.addedBy());
        json.writeStringField("addedAt", hold.addedAt().toString());
        JsonOutput.optional(json, "until", hold.until());
    }

    private static HoldTarget parsed(String text) {
        try {
            return HoldTarget.parse(Target.of(text));
        } catch (MalformedDocumentException e) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }
}
