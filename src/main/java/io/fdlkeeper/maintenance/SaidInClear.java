package io.fdlkeeper.maintenance;

import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.find.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps the value out of what people write about a case, since that is kept in clear, and some of it for good.
 *
 * <p>It needs no store and no engine, so that a case can be paused while nothing else works: it takes quoted literals and long numbers of
 * a predicate for the value.
 */
final class SaidInClear {

    private static final Pattern LITERAL = Pattern.compile("'((?:[^']|'')*+)'|\\b(\\d{4,})\\b");

    /** Shorter ones stand in many sentences by chance. */
    private static final int SHORTEST = 3;

    private final List<String> values = new ArrayList<>();

    /** @param files of the case, with what it looked for */
    SaidInClear(SealedFiles files) {
        this(List.of(
                CaseFile.selectors(files, SealedNames.SELECTORS).orElse(List.of()),
                CaseFile.selectors(files, SealedNames.SELECTORS_ASKED).orElse(List.of())));
    }

    private SaidInClear(List<List<Selector>> selectors) {
        selectors.forEach(some -> some.forEach(this::take));
    }

    static SaidInClear of(List<Selector> selectors) {
        return new SaidInClear(List.of(selectors));
    }

    private void take(Selector selector) {
        switch (selector.kind()) {
            case VALUE, KEY -> add(selector.text());
            case WHERE -> {
                Matcher literals = LITERAL.matcher(selector.text());
                while (literals.find()) {
                    add(
                            literals.group(1) == null
                                    ? literals.group(2)
                                    : literals.group(1).replace("''", "'"));
                }
            }
            case VERSION -> {
                // The id of a version shows nothing.
            }
        }
    }

    private void add(String value) {
        String plain = value.strip().toLowerCase(Locale.ROOT);
        if (plain.length() >= SHORTEST) {
            values.add(plain);
        }
    }

    boolean shows(String text) {
        String plain = text.toLowerCase(Locale.ROOT);
        return values.stream().anyMatch(plain::contains);
    }

    /**
     * Refuses a text that shows the value.
     *
     * @param what what it is, such as {@code the reason}
     */
    void require(String what, String text) {
        if (shows(text)) {
            throw new IllegalArgumentException(
                    what + " shows what is being withdrawn, and it is kept in clear: say it without the value");
        }
    }
}
