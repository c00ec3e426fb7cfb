package io.fdlkeeper.cli;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a sample repository. */
@Command(
        name = "sample",
        description = "Make a small real repository to try things on, in a new or empty folder.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper sample /tmp/lake")
final class SampleCommand extends KeeperCommand {

    @Parameters(paramLabel = "DIR", description = "A new or empty folder.")
    private Path folder;

    SampleCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        if (!quiet()) {
            surroundings().err().println("making a sample repository in " + folder);
        }
        KeeperSource.Sample made = context().source().sample(folder);
        answer(
                json -> {
                    json.writeStringField("outcome", "succeeded");
                    json.writeStringField("location", made.folder().toString());
                    json.writeNumberField("versions", made.versions());
                    json.writeNumberField("unfinished", made.unfinished());
                    json.writeNumberField("objects", made.objects());
                    json.writeNumberField("bytes", made.bytes());
                    json.writeStringField("keptByTag", made.keptByTag());
                    json.writeStringField("heldByHistory", made.heldByHistory());
                    json.writeStringField("orphan", made.orphan());
                },
                out -> {
                    out.println("a sample of " + made.versions() + " versions in " + made.objects() + " objects of "
                            + Sizes.of(made.bytes()) + " lies in " + made.folder());
                    out.println("kept by a tag:    " + made.keptByTag());
                    out.println("held by history:  " + made.heldByHistory());
                    out.println("named by nothing: " + made.orphan());
                    out.println("Try: fdl-keeper plan gc --trust-age --location "
                            + Shown.asWord(made.folder().toString()));
                });
        return ExitCode.DONE;
    }
}
