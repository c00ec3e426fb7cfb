package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.CaseReport;
import io.fdlkeeper.maintenance.FindLeak;
import io.fdlkeeper.withdrawal.find.Selector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Finds what holds the leaked data. */
@Command(
        name = "find",
        description =
                "Find every file, version and document that holds the data. Reads only. Without a selector it goes on"
                        + " where it was, or looks again.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper withdraw find w-20260102T030405678Z-1f3a5c --where-file -")
final class WithdrawFindCommand extends CaseCommand {

    @Option(
            names = "--where",
            paramLabel = "TABLE: PREDICATE",
            description =
                    "Rows of a table, such as \"main.towns: email = 'x@example.org'\". Can be repeated. Stays in the"
                            + " shell's history and shows in process lists: see --where-file.")
    private List<String> where = new ArrayList<>();

    @Option(
            names = "--where-file",
            paramLabel = "FILE",
            description = "A file with one such line for each table, or - for standard input.")
    private @Nullable String whereFile;

    @Option(names = "--value", paramLabel = "TEXT", description = "A text, wherever it stands. Can be repeated.")
    private List<String> values = new ArrayList<>();

    @Option(
            names = "--value-file",
            paramLabel = "FILE",
            description = "A file with one text on each line, or - for standard input.")
    private @Nullable String valueFile;

    @Option(names = "--version", paramLabel = "ID", description = "A whole version. Can be repeated.")
    private List<String> versions = new ArrayList<>();

    @Option(names = "--key", paramLabel = "KEY", description = "A data file, by its key. Can be repeated.")
    private List<String> keys = new ArrayList<>();

    WithdrawFindCommand(CommandContext context) {
        super(context);
    }

    @Override
    CaseReport give(CaseDesk desk, String caseId) {
        List<Selector> selectors = selectors();
        return watched(progress -> new FindLeak(desk)
                .find(caseId, selectors, actor(), progress, surroundings().stop()));
    }

    @Override
    CaseView view() {
        return CaseView.OF_FIND;
    }

    private List<Selector> selectors() {
        List<Selector> all = new ArrayList<>();
        where.forEach(line -> all.add(predicate(line)));
        lines(whereFile).forEach(line -> all.add(predicate(line)));
        values.forEach(text -> all.add(plain(Selector.Kind.VALUE, text)));
        lines(valueFile).forEach(text -> all.add(plain(Selector.Kind.VALUE, text)));
        versions.forEach(id -> all.add(plain(Selector.Kind.VERSION, Target.of(id))));
        keys.forEach(key -> all.add(plain(Selector.Kind.KEY, key)));
        return all;
    }

    private static Selector plain(Selector.Kind kind, String text) {
        if (text.isBlank()) {
            throw new CommandFailure(ExitCode.USAGE, "an empty selector would name everything: give what to look for");
        }
        return new Selector(kind, Optional.empty(), text);
    }

    /** Cuts at the first colon outside of quotes, since a table's name may hold one. */
    private static Selector predicate(String line) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ':' && !quoted) {
                String table = line.substring(0, i).strip();
                String condition = line.substring(i + 1).strip();
                if (!table.isEmpty() && !condition.isEmpty() && !table.contains("=")) {
                    return new Selector(Selector.Kind.WHERE, Optional.of(table), condition);
                }
                break;
            }
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                "a predicate is written as \"schema.table: condition\", such as \"main.towns: email = 'x@example.org'\"; what"
                        + " was given is not repeated here");
    }

    private List<String> lines(@Nullable String file) {
        if (file == null) {
            return List.of();
        }
        try {
            byte[] text = file.equals("-")
                    ? surroundings().in().readAllBytes()
                    : Files.readAllBytes(surroundings().folder().resolve(Path.of(file)));
            List<String> lines = new String(text, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            if (lines.isEmpty()) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        file.equals("-") ? "nothing came on standard input" : "the file " + file + " holds no line");
            }
            return lines;
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "the file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
