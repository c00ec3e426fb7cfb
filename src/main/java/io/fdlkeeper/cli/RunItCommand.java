package io.fdlkeeper.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The command that executes what a command planned: the same options, under {@code run}. */
final class RunItCommand {

    private RunItCommand() {}

    static String of(CommandSpec spec, RepositoryOptions options, String repository) {
        List<String> words = new ArrayList<>(List.of("fdl-keeper"));
        if (spec.positionalParameters().isEmpty()) {
            words.add("run");
        }
        words.add(spec.name());
        spec.positionalParameters()
                .forEach(parameter -> words.add(Shown.asWord(String.valueOf((Object) parameter.getValue()))));
        add(words, "--config", options.config);
        if (options.location == null) {
            add(words, "--repo", repository);
        }
        add(words, "--location", options.location);
        add(words, "--endpoint", options.endpoint);
        add(words, "--region", options.region);
        add(words, "--profile", options.profile);
        if (options.pathStyle) {
            words.add("--path-style");
        }
        options.publishedAs.forEach(address -> add(words, "--published-as", address));
        add(words, "--grace", options.grace);
        if (options.allowShortGrace) {
            words.add("--allow-short-grace");
        }
        add(words, "--keep", options.keep);
        add(words, "--state", options.state);
        var trustAge = spec.findOption("--trust-age");
        if (trustAge != null && Boolean.TRUE.equals(trustAge.getValue())) {
            words.add("--trust-age");
        }
        return String.join(" ", words);
    }

    private static void add(List<String> words, String option, @Nullable Object value) {
        if (value != null) {
            words.add(option);
            words.add(Shown.asWord(value.toString()));
        }
    }
}
