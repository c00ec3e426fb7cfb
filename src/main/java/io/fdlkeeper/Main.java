package io.fdlkeeper;

import io.fdlkeeper.cli.KeeperCommandLine;
import io.fdlkeeper.cli.Surroundings;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Where the process starts, and the only place that ends it. */
public final class Main {

    private static final int BUFFER = 1 << 16;

    private Main() {}

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER),
                false,
                StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        Interruption interruption =
                new Interruption(err, code -> Runtime.getRuntime().halt(code));
        Machine machine = Machine.ours();
        Surroundings surroundings = new Surroundings(
                System.in,
                out,
                err,
                machine.folder(),
                machine.actor(),
                Boolean.getBoolean("fdl-keeper.terminal"),
                interruption,
                machine.clock());
        if (deletes(arguments)) {
            interruption.listen();
        }
        System.exit(KeeperCommandLine.run(
                List.of(arguments), surroundings, new Wiring(machine, new Signals(interruption))));
    }

    /** Only these have a batch in hand that is worth finishing; whatever else is interrupted ends at once. */
    private static boolean deletes(String[] arguments) {
        List<String> words = List.of(arguments);
        return words.contains("demo")
                || words.contains("withdraw") && (words.contains("execute") || words.contains("resume"))
                || words.contains("run") && (words.contains("gc") || words.contains("retention"));
    }
}
