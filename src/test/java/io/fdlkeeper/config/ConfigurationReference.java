package io.fdlkeeper.config;

import java.util.ArrayList;
import java.util.List;

/** Writes the configuration reference from the classes. */
final class ConfigurationReference {

    private ConfigurationReference() {}

    static String markdown() {
        var lines = new ArrayList<>(List.of(
                "# Configuration reference",
                "",
                "<!-- Made from the configuration classes by ConfigurationReferenceTests; run it with -Ddocs.write=true to renew it. -->",
                "",
                "The annotated [`config.yml`](../config.yml) shows every property in its place. The file is read strictly: an unknown",
                "key, a value of the wrong kind, a rule that is not kept or an environment variable that is not set stops the start,",
                "and all of them are told at once, each with its line.",
                "",
                "- A *duration* has a unit: `7 days`, `36 hours`, `15m`, `60s`, or ISO 8601 as in `P7D` and `PT1H`. None is negative.",
                "- A *size* is a whole number with a unit: `128 MB` (decimal), `2 GiB` (binary).",
                "- Relative folders are relative to the folder of the file.",
                "- `${NAME}` is replaced by an environment variable that must be set, `${NAME:-default}` by one that may be missing or",
                "  empty, and `$${` stands for `${`. Messages show the place, not the value.",
                "- `repositories[].retention`, `repositories[].gc` and `repositories[].s3` take the keys of `retention`, `gc` and `s3`.",
                "  What a repository does not say holds for it as it was said for all, key by key; a list replaces a list.",
                "- The sections `server`, `admin`, `logging`, `metrics` and `health` of Dropwizard are read and checked as well.",
                ""));
        for (var section : Property.below("", KeeperConfiguration.class)) {
            if (!section.path().contains(".") && section.isSection()) {
                lines.addAll(section(section));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static List<String> section(Property section) {
        var lines = new ArrayList<String>();
        lines.add("## `" + section.path() + "`");
        lines.add("");
        lines.add(sentence(section.meaning()) + ".");
        lines.add("");
        lines.add("| Property | Type | Default | Meaning |");
        lines.add("|---|---|---|---|");
        for (var property : Property.all()) {
            if (property.path().startsWith(section.path() + ".")
                    || property.path().startsWith(section.path() + "[")) {
                var fallback = property.isSection() ? "" : "`" + property.fallbackText() + "`";
                lines.add("| `" + property.path() + "` | " + property.typeName() + " | "
                        + fallback.replace("`required`", "required").replace("`none`", "none") + " | "
                        + property.meaning() + " |");
            }
        }
        lines.add("");
        return lines;
    }

    private static String sentence(String meaning) {
        return Character.toUpperCase(meaning.charAt(0)) + meaning.substring(1);
    }
}
