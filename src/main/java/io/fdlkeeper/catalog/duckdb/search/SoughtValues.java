package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.withdrawal.find.BadSelectorException;
import io.fdlkeeper.withdrawal.find.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that the selectors of a case look for. Shows the value, but in what it returns of texts and notes. */
final class SoughtValues {

    private static final String WITHHELD = "[withheld]";

    private final List<Condition> conditions;
    private final List<String> texts;
    private final List<LiteralGroup> values;
    private final List<LiteralGroup> inTexts;
    private final List<Pattern> hidden;

    private SoughtValues(List<Condition> conditions, List<String> texts) {
        this.conditions = conditions;
        this.texts = texts;
        this.values = texts.stream()
                .map(text -> new LiteralGroup(List.of(new Literal(text, Set.of(), false))))
                .toList();
        this.inTexts = Stream.concat(
                        values.stream(),
                        conditions.stream()
                                .flatMap(condition -> condition.groups().stream())
                                .filter(LiteralGroup::isDistinctive))
                .distinct()
                .toList();
        this.hidden = hidden();
    }

    /** @throws BadSelectorException when a predicate cannot be parsed, or a text is empty */
    static SoughtValues of(Engine engine, List<Selector> selectors) {
        PredicateParser parser = new PredicateParser(engine);
        List<Condition> conditions = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Selector selector : selectors) {
            if (selector.kind() == Selector.Kind.WHERE) {
                conditions.add(parser.parse(selector));
            } else if (selector.kind() == Selector.Kind.VALUE) {
                if (selector.text().isBlank()) {
                    throw new BadSelectorException("a text to look for is empty");
                }
                texts.add(selector.text());
            }
        }
        return new SoughtValues(conditions, texts);
    }

    List<Condition> conditions() {
        return conditions;
    }

    List<Predicate> predicates() {
        return conditions.stream().map(Condition::predicate).toList();
    }

    /** Returns the texts that are looked for wherever they stand. */
    List<String> texts() {
        return texts;
    }

    /** Returns these texts as groups. */
    List<LiteralGroup> values() {
        return values;
    }

    /** Returns every group that is looked for in texts. */
    List<LiteralGroup> inTexts() {
        return inTexts;
    }

    boolean shows(String text) {
        Set<String> forms = SpelledText.forms(text);
        return inTexts.stream().anyMatch(group -> group.isInForms(forms));
    }

    String withholding(String text) {
        String withheld = text;
        for (Pattern pattern : hidden) {
            withheld = pattern.matcher(withheld).replaceAll(WITHHELD);
        }
        return withheld;
    }

    private List<Pattern> hidden() {
        Set<String> constants = new LinkedHashSet<>();
        conditions.forEach(condition -> constants.addAll(condition.constants()));
        List<String> anywhere = Stream.concat(texts.stream(), constants.stream())
                .filter(text -> new Literal(text, Set.of(), false).isDistinctive())
                .flatMap(text -> SpelledText.spellings(text).stream())
                .toList();
        List<String> words = texts.stream()
                .filter(text -> !new Literal(text, Set.of(), false).isDistinctive())
                .toList();
        List<String> folders = constants.stream()
                .filter(text -> !text.isEmpty())
                .flatMap(text -> SpelledText.spellings(text).stream())
                .toList();
        List<Pattern> patterns = new ArrayList<>();
        add(patterns, "", anywhere, "");
        add(patterns, "(?<![\\p{L}\\p{N}_])", words, "(?![\\p{L}\\p{N}_])");
        add(patterns, "(?<==)", folders, "(?=/|$)");
        return patterns;
    }

    private static void add(List<Pattern> patterns, String before, List<String> texts, String behind) {
        if (!texts.isEmpty()) {
            String any = texts.stream()
                    .distinct()
                    .sorted(Comparator.comparingInt(String::length).reversed())
                    .map(Pattern::quote)
                    .collect(Collectors.joining("|", "(?:", ")"));
            patterns.add(Pattern.compile(before + any + behind, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
        }
    }

    /** Says where the predicates' literals are not looked for. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (Condition condition : conditions) {
            String about = "the predicate on " + condition.predicate().schema() + "."
                    + condition.predicate().table();
            if (condition.groups().isEmpty()) {
                notes.add("texts, statistics and partitions in catalogs, and documents, were not searched for " + about
                        + ": it compares no column by =, IN or list membership with a literal; give the text itself"
                        + " too, if it is known");
            } else if (!condition.whole()) {
                notes.add("texts, statistics and partitions in catalogs, and documents, were searched only in part for "
                        + about + ": it may be true without any of the literals it compares by =, IN or list"
                        + " membership");
            }
            if (condition.groups().stream().anyMatch(group -> !group.isDistinctive())) {
                notes.add("texts in catalogs and documents were searched only in part for " + about
                        + ": a short literal or small number alone stands everywhere, so it was looked for only in"
                        + " statistics, partitions and folders of its column");
            }
        }
        return notes.stream().map(this::withholding).distinct().toList();
    }
}
