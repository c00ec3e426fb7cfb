package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.KeepCase;
import io.fdlkeeper.withdrawal.EnrolledKey;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps the keys whose signatures approve plans. */
@Command(
        name = "approver",
        description = "Keep the SSH keys whose signatures approve withdrawals.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper approver add ben --key ben.pub",
        subcommands = {ApproverCommand.OfAdd.class, ApproverCommand.OfList.class, ApproverCommand.OfRemove.class})
final class ApproverCommand {

    /** What commands about keys have. */
    abstract static class OfKeys extends KeeperCommand {

        @Mixin
        private PlaceOptions place;

        OfKeys(CommandContext context) {
            super(context);
        }

        final <T> T opened(Function<KeepCase, T> work) {
            KeeperOptions options = context().source().recall(place.asPlace(), Optional.empty());
            try (OpenKeeper keeper = context().source().open(options)) {
                return CaseCommand.told(() -> work.apply(new KeepCase(keeper.desk())));
            }
        }

        final ExitCode say(String message) {
            answer(json -> json.writeStringField("message", message), out -> out.println(message));
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "add",
            description = "Enrol a person's public key. From the first key on, names alone approve nothing.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper approver add ben --key ben.pub")
    static final class OfAdd extends OfKeys {

        @Parameters(paramLabel = "NAME", description = "The person's name, as their orders carry it.")
        private String name;

        @Option(
                names = "--key",
                required = true,
                paramLabel = "FILE",
                description = "Their public key, as ssh-keygen wrote it.")
        private String key;

        OfAdd(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            try {
                String line = Files.readString(surroundings().folder().resolve(key));
                return say(
                        opened(cases -> cases.enrol(name, line, surroundings().actor())));
            } catch (IOException e) {
                throw new CommandFailure(ExitCode.USAGE, "the key " + key + " cannot be read: " + e, e);
            }
        }
    }

    @Command(
            name = "list",
            description = "List the enrolled keys.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper approver list")
    static final class OfList extends OfKeys {

        OfList(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            List<EnrolledKey> keys = opened(KeepCase::enrolled);
            answer(
                    json -> {
                        json.writeArrayFieldStart("approvers");
                        for (EnrolledKey one : keys) {
                            json.writeStartObject();
                            json.writeStringField("name", one.person());
                            json.writeStringField("key", one.publicKey());
                            json.writeStringField("enrolledBy", one.enrolledBy());
                            json.writeStringField("enrolledAt", one.enrolledAt().toString());
                            json.writeEndObject();
                        }
                        json.writeEndArray();
                    },
                    out -> {
                        Table table = new Table("name", "enrolled by", "at", "key");
                        keys.forEach(one -> table.row(
                                one.person(), one.enrolledBy(), one.enrolledAt().toString(), one.publicKey()));
                        table.to(out);
                    });
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "remove",
            description = "Remove a person's key.",
            footerHeading = "%nExample:%n",
            footer = "  fdl-keeper approver remove ben")
    static final class OfRemove extends OfKeys {

        @Parameters(paramLabel = "NAME", description = "The person's name, as 'approver list' shows it.")
        private String name;

        OfRemove(CommandContext context) {
            super(context);
        }

        @Override
        ExitCode execute() {
            if (!opened(cases -> cases.remove(name, surroundings().actor()))) {
                throw new CommandFailure(ExitCode.ERROR, "no key is enrolled for '" + name + "': see 'approver list'");
            }
            return say("the key of " + name + " is removed");
        }
    }
}
