package io.fdlkeeper.cli;

import io.fdlkeeper.run.StopToken;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the command reference from the commands' own description. */
final class CommandReference {

    /** Options that many commands have, by the field that brings them, and how the page calls them. */
    private static final Map<String, String> SHARED = new LinkedHashMap<>();

    static {
        SHARED.put("repositories", "repository options");
        SHARED.put("output", "output options");
    }

    private final List<String> lines = new ArrayList<>();

    private CommandReference() {}

    static String markdown() {
        CommandReference page = new CommandReference();
        CommandSpec root = commands();
        page.head(root);
        page.shared(root);
        root.subcommands().values().forEach(command -> page.command(command.getCommandSpec()));
        return String.join("\n", page.lines) + "\n";
    }

    /** Returns every command that does something, as a person types it. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        collect(commands(), names);
        return names;
    }

    private static void collect(CommandSpec command, List<String> names) {
        if (command.subcommands().isEmpty()) {
            names.add(command.qualifiedName());
        }
        command.subcommands().values().forEach(below -> collect(below.getCommandSpec(), names));
    }

    private static CommandSpec commands() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Surroundings surroundings = new Surroundings(
                InputStream.nullInputStream(),
                nowhere,
                nowhere,
                Path.of("/"),
                "",
                false,
                StopToken.NEVER,
                Clock.systemUTC());
        return KeeperCommandLine.of(new CommandContext(surroundings, new NoSource()))
                .getCommandSpec();
    }

    private void head(CommandSpec root) {
        lines.addAll(List.of(
                "# Commands",
                "",
                "<!-- Made from the commands by CommandReferenceTests; run it with -Ddocs.write=true to renew it. -->",
                "",
                String.join(" ", root.usageMessage().description()),
                "",
                "Every command has `--help`. The words in answers are told in [guards and outcomes](guards.md).",
                "",
                "## Exit codes",
                "",
                "| Code | Meaning |",
                "|---|---|"));
        root.usageMessage().exitCodeList().forEach((code, meaning) -> lines.add("| " + code + " | " + meaning + " |"));
        lines.add("");
        lines.add("Over several repositories the gravest code counts.");
        lines.add("");
    }

    private void shared(CommandSpec root) {
        CommandSpec job =
                root.subcommands().get("plan").getSubcommands().get("gc").getCommandSpec();
        SHARED.forEach((field, title) -> {
            lines.add("## " + Character.toUpperCase(title.charAt(0)) + title.substring(1));
            lines.add("");
            options(job.mixins().get(field).options());
        });
    }

    private void command(CommandSpec command) {
        boolean isGroup = !command.subcommands().isEmpty();
        lines.add((command.parent().parent() == null ? "## `" : "### `") + command.qualifiedName() + "`");
        lines.add("");
        lines.add(String.join(" ", command.usageMessage().description()));
        lines.add("");
        if (!isGroup) {
            lines.add("```");
            lines.add(synopsis(command));
            lines.add("```");
            lines.add("");
            arguments(command);
            lines.add("Example:");
            lines.add("");
            lines.add("```");
            Arrays.stream(command.usageMessage().footer()).map(String::strip).forEach(lines::add);
            lines.add("```");
            lines.add("");
        }
        command.subcommands().values().forEach(below -> command(below.getCommandSpec()));
    }

    private static String synopsis(CommandSpec command) {
        List<String> words = new ArrayList<>(List.of(command.qualifiedName()));
        own(command).forEach(option -> words.add(option.required() ? form(option) : "[" + form(option) + "]"));
        command.positionalParameters().forEach(parameter -> words.add(form(parameter)));
        SHARED.forEach((field, title) -> {
            if (command.mixins().containsKey(field)) {
                words.add("[" + title + "]");
            }
        });
        return String.join(" ", words);
    }

    private void arguments(CommandSpec command) {
        List<OptionSpec> own = own(command);
        List<PositionalParamSpec> parameters = command.positionalParameters();
        if (own.isEmpty() && parameters.isEmpty()) {
            return;
        }
        lines.add("| | |");
        lines.add("|---|---|");
        parameters.forEach(
                parameter -> lines.add("| `" + cell(parameter.paramLabel()) + "` | " + text(parameter) + " |"));
        own.forEach(option -> lines.add("| `" + form(option) + "` | " + text(option) + " |"));
        lines.add("");
    }

    private void options(List<OptionSpec> options) {
        lines.add("| | |");
        lines.add("|---|---|");
        options.forEach(option -> lines.add("| `" + form(option) + "` | " + text(option) + " |"));
        lines.add("");
    }

    /** Returns what a command has beside what many have. */
    private static List<OptionSpec> own(CommandSpec command) {
        Set<String> others = command.mixins().values().stream()
                .flatMap(mixin -> mixin.options().stream())
                .map(OptionSpec::longestName)
                .collect(Collectors.toSet());
        return command.options().stream()
                .filter(option -> !others.contains(option.longestName()) && !option.usageHelp())
                .toList();
    }

    private static String form(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private static String form(PositionalParamSpec parameter) {
        boolean asWritten = parameter.hideParamSyntax() || parameter.arity().min() > 0;
        return asWritten ? parameter.paramLabel() : "[" + parameter.paramLabel() + "]";
    }

    private static String text(ArgSpec argument) {
        return cell(String.join(" ", argument.description()));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
