package io.fdlkeeper.gc;

import java.util.Map;
import java.util.TreeMap;

/** Writes the numbers a plan was decided with, so that a saved plan is never executed under others. */
final class GcSettings {

    private GcSettings() {}

    static Map<String, String> asText(GcSafety safety, GcFacts facts) {
        Map<String, String> text = new TreeMap<>();
        text.put("grace", safety.grace().toString());
        text.put("grace-uncommitted", safety.graceUncommitted().toString());
        text.put("max-share", Double.toString(safety.maxShare()));
        text.put(
                "suffixes", String.join(",", safety.suffixes().stream().sorted().toList()));
        text.put("trust-age", Boolean.toString(facts.trustAge()));
        if (facts.hidden().versions() != OldVersions.LEAVE) {
            text.put("versions", facts.hidden().versions().id());
        }
        if (!facts.cap().equals(RunCap.NONE)) {
            text.put("max-objects", Long.toString(facts.cap().objects()));
            text.put("max-bytes", Long.toString(facts.cap().bytes()));
        }
        return text;
    }
}
