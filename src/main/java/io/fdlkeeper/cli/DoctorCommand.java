package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.maintenance.Examine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Looks for what would hinder the keeper. */
@Command(
        name = "doctor",
        description = "Look at state and repositories for what would hinder a job. Exit code 4 when something would.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper doctor --write --repo demo")
final class DoctorCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    @Option(
            names = "--write",
            description =
                    "Also write small probe objects into each repository and remove them, to see whether its store keeps its promises.")
    private boolean write;

    DoctorCommand(CommandContext context) {
        super(context);
    }

    /** What was found of one repository; the state stands under no name. */
    private record Found(String repository, List<Examine.Check> checks) {}

    @Override
    ExitCode execute() {
        try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
            Examine examine = new Examine(keeper.workplace());
            Found state = new Found("", List.of(examine.ofState()));
            List<Found> found = new ArrayList<>();
            for (String name : repositories.chosen(keeper)) {
                found.add(new Found(name, examined(keeper, examine, name)));
            }
            boolean good = state.checks().get(0).good()
                    && found.stream().flatMap(one -> one.checks().stream()).allMatch(Examine.Check::good);
            answer(
                    json -> {
                        json.writeStringField("outcome", good ? "succeeded" : "refused");
                        write(json, "state", state.checks());
                        json.writeArrayFieldStart("repositories");
                        for (Found one : found) {
                            json.writeStartObject();
                            json.writeStringField("repository", one.repository());
                            write(json, "checks", one.checks());
                            json.writeEndObject();
                        }
                        json.writeEndArray();
                    },
                    out -> {
                        Table table = new Table("", "repository", "check", "what was seen");
                        add(table, new Found("(state)", state.checks()));
                        found.forEach(one -> add(table, one));
                        table.to(out);
                    });
            return good ? ExitCode.DONE : ExitCode.REFUSED;
        }
    }

    private List<Examine.Check> examined(OpenKeeper keeper, Examine examine, String name) {
        try {
            List<Examine.Check> checks = new ArrayList<>();
            keeper.identity(name).ifPresent(acts -> checks.add(new Examine.Check("identity", true, acts)));
            checks.addAll(examine.of(keeper.repository(name), surroundings().actor(), write));
            return checks;
        } catch (RuntimeException e) {
            return List.of(new Examine.Check("store", false, Failures.of(e).sentence()));
        }
    }

    private static void add(Table table, Found found) {
        found.checks()
                .forEach(check ->
                        table.row(check.good() ? "good" : "BAD", found.repository(), check.name(), check.sentence()));
    }

    private static void write(JsonGenerator json, String name, List<Examine.Check> checks) throws IOException {
        json.writeArrayFieldStart(name);
        for (Examine.Check check : checks) {
            json.writeStartObject();
            json.writeStringField("check", check.name());
            json.writeBooleanField("good", check.good());
            json.writeStringField("detail", check.sentence());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
