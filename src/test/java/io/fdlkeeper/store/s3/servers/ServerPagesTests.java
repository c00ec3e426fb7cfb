package io.fdlkeeper.store.s3.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.HiddenCopiesContract;
import io.fdlkeeper.store.ObjectStoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of servers says what the table says; {@code -Ddocs.write=true} writes it. */
class ServerPagesTests {

    private static final Path PAGE = Path.of("docs", "s3-servers.md");

    @Test
    void pageIsThatOfTheTable() throws IOException {
        var page = page();
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("write it with -Ddocs.write=true").hasContent(page);
    }

    @Test
    void everyRowNamesACheckOrATestOfTheContracts() throws ClassNotFoundException {
        var checks = Arrays.stream(S3Check.values()).map(Enum::name).toList();
        var tests = Stream.of(
                        ObjectStoreContract.class,
                        HiddenCopiesContract.class,
                        Class.forName("io.fdlkeeper.store.s3.S3StoreContract"))
                .flatMap(contract -> Arrays.stream(contract.getDeclaredMethods()))
                .map(method -> method.getName())
                .toList();
        assertThat(Deviations.ALL)
                .allMatch(deviation -> checks.contains(deviation.check()) || tests.contains(deviation.check()));
    }

    private static String page() {
        var lines = new ArrayList<String>();
        lines.add("# S3 servers that the store is held against");
        lines.add("");
        lines.add("Made from the table in `Deviations`; every row is tested where its server is installed"
                + " (`dev/servers install`), and a test fails when a server no longer does what its row says.");
        lines.add("No server is right about everything, so none of them stands for AWS by itself.");
        lines.add("");
        lines.add("| server | what it is |");
        lines.add("|---|---|");
        servers().forEach(server -> lines.add("| " + server.title() + " | " + server.kind() + " |"));
        lines.add("");
        lines.add("## What they answer");
        lines.add("");
        lines.add(
                "Asked with Amazon's own client, one request at a time, without retries. AWS's column is from its documents and from"
                        + " published reports. An empty cell is the same answer.");
        lines.add("");
        lines.add("| question | AWS | "
                + String.join(" | ", servers().map(ServerPagesTests::name).toList()) + " |");
        lines.add("|---|---|" + "---|".repeat((int) servers().count()));
        for (var check : S3Check.values()) {
            lines.add("| " + check.title() + " | " + check.aws() + " | "
                    + String.join(
                            " | ",
                            servers().map(server -> cell(server, check.name())).toList())
                    + " |");
        }
        lines.add("");
        lines.add("## What our contracts ask for, and they do not keep");
        lines.add("");
        lines.add("| server | test | what it does |");
        lines.add("|---|---|---|");
        var checks = Arrays.stream(S3Check.values()).map(Enum::name).toList();
        Deviations.ALL.stream()
                .filter(deviation -> !checks.contains(deviation.check()))
                .forEach(deviation -> lines.add("| " + name(deviation.server()) + " | `" + test(deviation) + "` | "
                        + deviation.instead() + (deviation.always() ? "" : ", now and then") + " |"));
        lines.add("");
        return String.join("\n", lines);
    }

    /** An argument that is a word is shown; keys are not. */
    private static String test(Deviation deviation) {
        return deviation.argument().matches("[A-Z_]+")
                ? deviation.check() + "(" + deviation.argument() + ")"
                : deviation.check();
    }

    private static Stream<S3Server> servers() {
        return Stream.of(S3Server.values()).filter(server -> server != S3Server.FAKE);
    }

    private static String name(S3Server server) {
        return server.title().replaceAll(" .*", "");
    }

    private static String cell(S3Server server, String check) {
        return Deviations.ALL.stream()
                .filter(deviation ->
                        deviation.server() == server && deviation.check().equals(check))
                .map(deviation -> deviation.instead() + (deviation.always() ? "" : " now and then"))
                .findFirst()
                .orElse("");
    }
}
