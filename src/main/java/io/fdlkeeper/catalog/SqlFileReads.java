package io.fdlkeeper.catalog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Finds in a SQL text the files it reads whose names the text does not tell: by pattern, by folder, or by a computed path.
 *
 * <p>It reads tokens, not grammar. What it cannot follow it reports, where the path could lie here.
 */
final class SqlFileReads {

    private static final Pattern PATTERN_SIGN = Pattern.compile("[*?\\[]");
    private static final Pattern READER = Pattern.compile(
            "read_\\w+|\\w+_scan|glob|sniff_csv|parquet_\\w+|iceberg_\\w+|delta_\\w+|query|query_table");
    private static final Pattern FOLDER_READER = Pattern.compile("iceberg_\\w+|delta_\\w+");
    private static final Set<String> SOURCE_FOLLOWS =
            Set.of("from", "join", "pivot", "unpivot", "describe", "summarize", "table");
    private static final Set<String> SOURCES_END = Set.of(
            "select",
            "where",
            "group",
            "having",
            "order",
            "limit",
            "window",
            "qualify",
            "union",
            "except",
            "intersect",
            "returning",
            "set",
            "values");

    private final Predicate<String> mayLieHere;

    /** @param mayLieHere tells of the beginning of a path, as far as it is known, whether the file may be one of the repository */
    SqlFileReads(Predicate<String> mayLieHere) {
        this.mayLieHere = mayLieHere;
    }

    /** Returns what is read without being named, each as a few words for a person. */
    List<String> in(String sql) {
        var found = new ArrayList<String>();
        var tokens = SqlToken.of(sql);
        Deque<Boolean> amongSources = new ArrayDeque<>(List.of(false));
        for (int i = 0; i < tokens.size(); i++) {
            var token = tokens.get(i);
            if (token.isSign("(")) {
                amongSources.push(false);
                readerCall(tokens, i).ifPresent(found::add);
            } else if (token.isSign(")") && amongSources.size() > 1) {
                amongSources.pop();
            } else if (opensSources(tokens, i)) {
                amongSources.pop();
                amongSources.push(true);
            } else if (token.kind() == SqlToken.Kind.WORD && SOURCES_END.contains(token.lowerName())) {
                amongSources.pop();
                amongSources.push(false);
            }
            if (token.isQuoted() && i > 0 && isSource(tokens, i, Boolean.TRUE.equals(amongSources.peek()))) {
                pattern(token.text()).ifPresent(found::add);
            }
        }
        return found;
    }

    private static boolean isSource(List<SqlToken> tokens, int at, boolean amongSources) {
        return opensSources(tokens, at - 1)
                || (amongSources && tokens.get(at - 1).isSign(","));
    }

    private static boolean opensSources(List<SqlToken> tokens, int at) {
        // IS DISTINCT FROM compares, it reads nothing.
        return SOURCE_FOLLOWS.contains(tokens.get(at).lowerName())
                && !(at > 0 && tokens.get(at - 1).lowerName().equals("distinct"));
    }

    private Optional<String> pattern(String path) {
        var sign = PATTERN_SIGN.matcher(path);
        return sign.find() && mayLieHere.test(path.substring(0, sign.start()))
                ? Optional.of("the pattern '" + path + "'")
                : Optional.empty();
    }

    /** Judges the first argument of a call that reads files. */
    private Optional<String> readerCall(List<SqlToken> tokens, int open) {
        var function = open == 0 ? "" : tokens.get(open - 1).lowerName();
        if (!READER.matcher(function).matches()) {
            return Optional.empty();
        }
        var argument = firstArgument(tokens, open + 1);
        if (argument.isEmpty()) {
            return Optional.empty();
        }
        var literals = literals(argument);
        if (literals.isEmpty()) {
            var known = argument.get(0).isLiteral() ? argument.get(0).text() : "";
            return mayLieHere.test(known) ? Optional.of("a computed path in a call of " + function) : Optional.empty();
        }
        for (var literal : literals) {
            var judged = judge(function, literal);
            if (judged.isPresent()) {
                return judged;
            }
        }
        return Optional.empty();
    }

    private Optional<String> judge(String function, String literal) {
        if (function.equals("query")) {
            return in(literal).stream().findFirst();
        }
        if (FOLDER_READER.matcher(function).matches() && mayLieHere.test(literal)) {
            return Optional.of("the folder '" + literal + "'");
        }
        return pattern(literal);
    }

    private static List<SqlToken> firstArgument(List<SqlToken> tokens, int from) {
        var argument = new ArrayList<SqlToken>();
        int depth = 0;
        for (var token : tokens.subList(from, tokens.size())) {
            if (depth == 0 && (token.isSign(",") || token.isSign(")"))) {
                break;
            }
            if (token.isSign("(") || token.isSign("[")) {
                depth++;
            } else if (token.isSign(")") || token.isSign("]")) {
                depth--;
            }
            argument.add(token);
        }
        return argument;
    }

    /** Returns the literals of an argument that is nothing but one literal or a list of literals. */
    private static List<String> literals(List<SqlToken> argument) {
        boolean list =
                argument.get(0).isSign("[") && argument.get(argument.size() - 1).isSign("]");
        var parts = list ? argument.subList(1, argument.size() - 1) : argument;
        var literals = new ArrayList<String>();
        for (int i = 0; i < parts.size(); i++) {
            boolean separator = list && i % 2 == 1;
            if (separator ? !parts.get(i).isSign(",") : !parts.get(i).isLiteral()) {
                return List.of();
            }
            if (!separator) {
                literals.add(parts.get(i).text());
            }
        }
        return list || literals.size() == 1 ? literals : List.of();
    }
}
