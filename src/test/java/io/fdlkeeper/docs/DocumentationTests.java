package io.fdlkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.gc.Verdict;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.repository.Guard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps the pages that people write true where a test can tell. */
class DocumentationTests {

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.+)$");
    private static final Pattern HYPHENED_WORD = Pattern.compile("`([a-z0-9]+(?:-[a-z0-9]+)+)`");
    private static final Pattern MACHINE_PATH = Pattern.compile("(?:^|[\\s`(\"'=])(?:/home/[a-z]|/root/|/Users/)");

    /** Words with hyphens that are no guard, approval or verdict. */
    private static final Set<String> OTHER_WORDS = Set.of(
            "fdl-keeper",
            "max-share",
            "max-objects",
            "max-bytes",
            "grace-uncommitted",
            "root-check-valid",
            "mark-linger",
            "min-age",
            "skew-limit",
            "purge-ours",
            "plan-validity",
            "published-as",
            "unreachable-after",
            "needs-approval",
            "already-absent",
            "not-collected");

    static Stream<Path> pages() {
        try (Stream<Path> docs = Files.list(Path.of("docs"));
                Stream<Path> notes = Files.list(Path.of("changes/unreleased"))) {
            return Stream.of(
                    Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md").map(Path::of), docs, notes)
                    .flatMap(pages -> pages)
                    .filter(page -> page.toString().endsWith(".md"))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsToAFileAndItsHeading(Path page) {
        for (String link : links(page)) {
            if (!link.contains("://")) {
                String[] parts = link.split("#", 2);
                Path folder = page.toAbsolutePath().getParent();
                Path target =
                        parts[0].isEmpty() ? page : folder.resolve(parts[0]).normalize();
                assertThat(target).as(page + " links to " + link).exists();
                if (parts.length == 2) {
                    assertThat(anchors(target)).as(page + " links to " + link).contains(parts[1]);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void noPageNamesAPathOfTheMachineItWasWrittenOn(Path page) {
        assertThat(lines(page)).noneMatch(line -> MACHINE_PATH.matcher(line).find());
    }

    @Test
    void everyGuardThatTheReadmeNamesExists() {
        List<String> named = new ArrayList<>();
        for (String line : lines(Path.of("README.md"))) {
            HYPHENED_WORD.matcher(line).results().map(match -> match.group(1)).forEach(named::add);
        }
        assertThat(named).hasSizeGreaterThan(10).allMatch(word -> known().contains(word) || OTHER_WORDS.contains(word));
    }

    private static Set<String> known() {
        return Stream.of(
                        Arrays.stream(Guard.values()).map(Guard::id),
                        Arrays.stream(Approval.values()).map(Approval::id),
                        Arrays.stream(Verdict.values()).map(Verdict::id))
                .flatMap(words -> words)
                .collect(Collectors.toSet());
    }

    private static List<String> links(Path page) {
        return prose(page).stream()
                .flatMap(line -> LINK.matcher(line).results())
                .map(match -> match.group(1))
                .toList();
    }

    /** The names that headings get where the page is shown. */
    private static List<String> anchors(Path page) {
        return prose(page).stream()
                .flatMap(line -> HEADING.matcher(line).results())
                .map(match -> match.group(1).toLowerCase(Locale.ROOT))
                .map(title -> title.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .toList();
    }

    /** The lines of a page that are no code. */
    private static List<String> prose(Path page) {
        List<String> prose = new ArrayList<>();
        boolean code = false;
        for (String line : lines(page)) {
            code ^= line.startsWith("```");
            if (!code) {
                prose.add(line);
            }
        }
        return prose;
    }

    private static List<String> lines(Path page) {
        try {
            return Files.readAllLines(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
