package io.fdlkeeper.cli;

import java.util.List;
import picocli.CommandLine.ParameterException;

/** Keeps what a case looks for out of sentences about wrong words, since it is in one of these words. */
final class Withheld {

    private static final String FIND = "find";
    private static final List<String> SELECTORS = List.of("--where", "--value", "--version", "--key");

    private Withheld() {}

    /** Returns the sentence of an exception, or another one where that repeats a word that may show the value. */
    static String sentence(ParameterException e, List<String> arguments) {
        String sentence = Failures.of(e).sentence();
        boolean shows = isAboutAFind(arguments)
                && arguments.stream().filter(word -> !isPlain(word)).anyMatch(sentence::contains);
        return shows
                ? "an option or a word is not understood; it is not repeated here, since it may show what is looked for"
                : sentence;
    }

    private static boolean isAboutAFind(List<String> arguments) {
        return arguments.contains(FIND)
                || arguments.contains("withdraw")
                || arguments.stream().anyMatch(word -> SELECTORS.stream().anyMatch(word::startsWith));
    }

    /** Options without a value and single letters show nothing; a value glued to an option's name does. */
    private static boolean isPlain(String word) {
        return word.length() < 2
                || word.matches("--?[a-z][a-z0-9-]*")
                        && SELECTORS.stream().noneMatch(option -> word.startsWith(option) && !isOption(word));
    }

    private static boolean isOption(String word) {
        return SELECTORS.contains(word) || word.equals("--where-file") || word.equals("--value-file");
    }
}
