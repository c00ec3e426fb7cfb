package io.fdlkeeper.retention;

import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A history and a policy as a golden file tells them, one thing a line.
 *
 * <pre>
 * now TIME
 * policy last=2 daily=3 within=P3D zone=Europe/Berlin min-age=P1D linger=PT1H unreachable-after=P30D share=0.5
 * override PATTERN last=1
 * NAME CREATED [stored TIME] [parent NAME|none] [expired|unfinished|marked REASON RUN|- TIME]
 * refs/… NAME
 * hold ID TARGET
 * our-run RUN
 * unreachable NAME TIME
 * </pre>
 *
 * A version's parent is the one of the line before unless it is named.
 */
final class RetentionStory {

    private final Map<String, VersionId> names = new LinkedHashMap<>();
    private final List<RetentionPolicy.Override> overrides = new ArrayList<>();
    private final List<Hold> holds = new ArrayList<>();
    private final Set<String> ourRuns = new HashSet<>();
    private final Map<VersionId, Instant> unreachable = new HashMap<>();
    private History history = new History(Instant.EPOCH);
    private Instant now = Instant.EPOCH;
    private Map<String, String> policy = Map.of();
    private String last = "none";

    static RetentionStory of(List<String> lines) {
        RetentionStory story = new RetentionStory();
        lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .forEach(story::tell);
        return story;
    }

    private void tell(String line) {
        String[] words = line.split(" +");
        switch (words[0]) {
            case "now" -> {
                now = time(words[1]);
                history = new History(now);
            }
            case "policy" -> policy = settings(words, 1);
            case "override" -> overrides.add(new RetentionPolicy.Override(words[1], rules(settings(words, 2))));
            case "hold" ->
                holds.add(new Hold(words[1], target(words[2]), "because", "somebody", now, Optional.empty()));
            case "our-run" -> ourRuns.add(words[1]);
            case "unreachable" -> unreachable.put(id(words[1]), time(words[2]));
            default -> {
                if (words[0].startsWith("refs/")) {
                    history.ref(words[0], id(words[1]));
                } else {
                    version(words);
                }
            }
        }
    }

    private void version(String[] words) {
        names.put(words[0], History.id(names.size() + 1));
        History.Told told = history.version(id(words[0]), time(words[1]));
        String parent = last;
        for (int i = 2; i < words.length; i++) {
            switch (words[i]) {
                case "stored" -> told.stored(time(words[++i]));
                case "parent" -> parent = words[++i];
                case "expired" -> told.state(VersionState.EXPIRED);
                case "unfinished" -> told.state(VersionState.UNFINISHED);
                case "marked" -> {
                    Optional<String> run = words[i + 2].equals("-") ? Optional.empty() : Optional.of(words[i + 2]);
                    told.marked(words[i + 1], run, time(words[i + 3]));
                    i += 3;
                }
                default -> throw new IllegalArgumentException("a story has no word " + words[i]);
            }
        }
        if (!parent.equals("none")) {
            told.parent(names.getOrDefault(parent, History.id(0)));
        }
        told.add();
        last = words[0];
    }

    private HoldTarget target(String text) {
        return names.containsKey(text) ? new HoldTarget.OfVersion(id(text)) : HoldTarget.parse(text);
    }

    private static Map<String, String> settings(String[] words, int from) {
        Map<String, String> settings = new HashMap<>();
        for (int i = from; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        return settings;
    }

    private static RetentionRules rules(Map<String, String> settings) {
        return new RetentionRules(
                Integer.parseInt(settings.getOrDefault("last", "0")),
                Duration.parse(settings.getOrDefault("within", "PT0S")),
                Integer.parseInt(settings.getOrDefault("daily", "0")),
                Integer.parseInt(settings.getOrDefault("weekly", "0")),
                Integer.parseInt(settings.getOrDefault("monthly", "0")),
                Integer.parseInt(settings.getOrDefault("yearly", "0")));
    }

    private static Instant time(String text) {
        return text.length() == "2026-11-30".length()
                ? Instant.parse(text + "T00:00:00Z")
                : OffsetDateTime.parse(text).toInstant();
    }

    VersionId id(String name) {
        return Optional.ofNullable(names.get(name)).orElseThrow();
    }

    RepositoryView view() {
        return history.view();
    }

    RetentionPolicy policy() {
        return new RetentionPolicy(
                rules(policy),
                overrides,
                policy.containsKey("zone") ? ZoneId.of(policy.get("zone")) : ZoneOffset.UTC,
                Duration.parse(policy.getOrDefault("min-age", "PT0S")),
                Duration.parse(policy.getOrDefault("linger", "PT0S")),
                Optional.ofNullable(policy.get("unreachable-after")).map(Duration::parse),
                policy.containsKey("share")
                        ? OptionalDouble.of(Double.parseDouble(policy.get("share")))
                        : OptionalDouble.empty());
    }

    Holds holds() {
        return Holds.at(now, holds);
    }

    RetentionDecision decide() {
        return new RetentionDecider(policy(), ourRuns::contains).decide(view(), holds(), unreachable, now);
    }

    /** Writes a decision in the story's own names, one version a line. */
    List<String> written(RetentionDecision decision) {
        List<String> lines = new ArrayList<>();
        decision.kept().forEach((id, reasons) -> lines.add("keep " + id + "  " + String.join(", ", reasons)));
        decision.unreached().forEach((id, reasons) -> lines.add("leave " + id + "  " + String.join(", ", reasons)));
        decision.expire().forEach((id, reasons) -> lines.add("expire " + id + "  " + String.join(", ", reasons)));
        decision.finish().forEach(version -> lines.add("finish " + version.id()));
        decision.linger().forEach(version -> lines.add("linger " + version.id()));
        decision.unmark().forEach(version -> lines.add("unmark " + version.id()));
        decision.notes().forEach(note -> lines.add("note " + note));
        return lines.stream().map(this::inOwnNames).toList();
    }

    private String inOwnNames(String line) {
        String told = line;
        for (Map.Entry<String, VersionId> name : names.entrySet()) {
            told = told.replace(name.getValue().text(), name.getKey());
        }
        return told;
    }
}
