package io.fdlkeeper.config;

import io.fdlkeeper.run.CronSyntax;
import java.util.ArrayList;
import java.util.List;

/** Gathers the rules between settings that are not kept. */
final class Breaches {

    /**
     * A rule not kept.
     *
     * @param section the path of the section it is about
     * @param key     the setting in it where it is best mended; empty for the section as a whole
     * @param inputs  the settings of the section that the rule looks at: where one of them could not be read its default stands in, and
     *                the rule would complain of what nobody wrote
     * @param text    what is wrong, as the end of a sentence that begins with the path
     */
    record Breach(String section, String key, List<String> inputs, String text) {

        String path() {
            return key.isEmpty() ? section : YamlNode.below(section, key);
        }
    }

    private final CronSyntax cron;
    private final List<Breach> found = new ArrayList<>();

    Breaches(CronSyntax cron) {
        this.cron = cron;
    }

    /** Returns what knows cron times. */
    CronSyntax cron() {
        return cron;
    }

    void add(String section, String key, List<String> inputs, String text) {
        found.add(new Breach(section, key, inputs, text));
    }

    List<Breach> found() {
        return List.copyOf(found);
    }
}
