package io.fdlkeeper;

import io.fdlkeeper.cli.KeeperCommandLine;
import io.fdlkeeper.cli.Surroundings;
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
                new java.io.BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER),
                false,
                StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        Interruption interruption =
                new Interruption(err, code -> Runtime.getRuntime().halt(code));
        Machine machine = Machine.ours();
        Surroundings surroundings = new Surroundings(
                out,
                err,
                machine.folder(),
                System.getProperty("user.name", "unknown"),
                Boolean.getBoolean("fdl-keeper.terminal"),
                interruption,
                machine.clock());
        if (arguments.length > 0 && (arguments[0].equals("run") || arguments[0].equals("demo"))) {
            interruption.listen();
        }
        System.exit(KeeperCommandLine.run(List.of(arguments), surroundings, new Wiring(machine)));
    }
}
