package io.fdlkeeper.config;

import io.fdlkeeper.run.CronSyntax;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads configurations strictly: unknown keys, wrong values, broken rules and missing environment variables are all found at once.
 *
 * <p>Making one and its first reading take some tenths of a second; it can be used again and again, by one thread at a time.
 */
public final class ConfigurationLoader {

    private @Nullable Binding binding;
    private final Constraints constraints = new Constraints();
    private final CronSyntax cron;

    /** @param cron what knows cron times */
    public ConfigurationLoader(CronSyntax cron) {
        this.cron = cron;
    }

    /**
     * Reads a file.
     *
     * @param file        relative folders in it are relative to its own folder
     * @param environment what {@code ${NAME}} stands for
     */
    public ConfigurationReading load(Path file, Map<String, String> environment) {
        return load(file, environment, UnaryOperator.identity());
    }

    /** Reads a file for a service: what it says nothing of, in the sections of Dropwizard, is as a keeper should have it. */
    public ConfigurationReading loadForService(Path file, Map<String, String> environment) {
        return load(file, environment, ServiceDefaults::apply);
    }

    private ConfigurationReading load(
            Path file, Map<String, String> environment, UnaryOperator<YamlNode.Section> defaults) {
        var findings = new Findings(file.toString());
        var root = text(file, findings)
                .flatMap(text -> new YamlReader(new Substitution(environment), findings).read(text));
        if (root.isEmpty()) {
            return findings.refuse();
        }
        var bound = binding().bind(defaults.apply(Inheritance.apply(root.get())), findings);
        var configuration = bound.configuration();
        configuration.locateUnder(file.toAbsolutePath().normalize().resolveSibling(""));
        configuration.note(root.get());
        check(configuration, bound.view(), findings);
        return findings.isEmpty() ? new ConfigurationReading.Read(configuration) : findings.refuse();
    }

    /** Makes the configuration of a command that names one repository by its options and needs no file. */
    public ConfigurationReading of(CommandLineRepository options) {
        var findings = new Findings("command line");
        var configuration = options.configuration(findings);
        for (var broken : constraints.broken(configuration)) {
            CommandLineRepository.optionFor(broken.path()).ifPresent(option -> findings.add(0, option, broken.text()));
        }
        var breaches = new Breaches(cron);
        configuration.check(breaches);
        for (var breach : breaches.found()) {
            CommandLineRepository.optionFor(breach.path())
                    .filter(option -> !findings.explain(option))
                    .ifPresent(option -> findings.add(0, option, breach.text()));
        }
        return findings.isEmpty() ? new ConfigurationReading.Read(configuration) : findings.refuse();
    }

    /** Made late: a command without a file does not wait for it. */
    private Binding binding() {
        var made = binding;
        if (made == null) {
            made = new Binding(ConfigurationMapper.strict());
            binding = made;
        }
        return made;
    }

    private void check(KeeperConfiguration configuration, JsonView view, Findings findings) {
        for (var breach : constraints.broken(configuration)) {
            var place = view.place(breach.path());
            if (!findings.explain(place.path())) {
                findings.add(place.line(), place.path(), breach.text());
            }
        }
        var breaches = new Breaches(cron);
        configuration.check(breaches);
        var news = breaches.found().stream()
                .filter(breach -> !findings.explain(view.place(breach.path()).path()))
                .filter(breach -> inputs(breach, view).noneMatch(findings::touch))
                .toList();
        for (var breach : news) {
            var place = view.place(breach.path());
            findings.add(place.line(), place.path(), breach.text());
        }
    }

    /** Where the settings a rule looks at stand: in the section itself, or in the one it inherits from. */
    private static Stream<String> inputs(Breaches.Breach breach, JsonView view) {
        return breach.inputs().stream()
                .flatMap(key -> Stream.of(breach.section(), Inheritance.general(breach.section()))
                        .map(section -> YamlNode.below(section, key)))
                .map(path -> view.place(path).path());
    }

    private static Optional<String> text(Path file, Findings findings) {
        try {
            return Optional.of(Files.readString(file));
        } catch (CharacterCodingException e) {
            findings.add(0, "", "is not UTF-8 text");
        } catch (AccessDeniedException e) {
            findings.add(0, "", "may not be read by this user");
        } catch (IOException e) {
            findings.add(0, "", reason(file, e));
        }
        return Optional.empty();
    }

    private static String reason(Path file, IOException e) {
        if (Files.isDirectory(file)) {
            return "is a folder; name the configuration file in it";
        }
        return Files.notExists(file)
                ? "there is no such file; copy the annotated config.yml of the distribution, or name another"
                : "cannot be read: " + e.getMessage();
    }
}
