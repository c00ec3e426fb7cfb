package io.fdlkeeper.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What every command that does something has. */
abstract class KeeperCommand implements Callable<Integer> {

    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOptions output;

    KeeperCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public final Integer call() {
        return execute().number();
    }

    abstract ExitCode execute();

    final CommandContext context() {
        return context;
    }

    final Surroundings surroundings() {
        return context.surroundings();
    }

    final CommandSpec spec() {
        return spec;
    }

    final boolean json() {
        return output.json;
    }

    final boolean quiet() {
        return output.quiet;
    }

    /** Writes the answer as one object or as text, whichever was asked for. */
    final void answer(JsonWriting asJson, TextWriting asText) {
        if (json()) {
            JsonOutput.write(surroundings().out(), asJson);
        } else {
            asText.to(surroundings().out());
        }
    }
}
