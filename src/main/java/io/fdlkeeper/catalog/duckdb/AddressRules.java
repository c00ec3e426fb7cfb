package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.catalog.StoreAddress;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Turns the texts of one lake into keys of this repository, knowing where the lake says that it was written. */
final class AddressRules {

    private static final Pattern TRAILING_SEPARATORS = Pattern.compile("[/\\\\]+$");
    private static final Pattern LEADING_DOTS = Pattern.compile("^(?:\\.{1,2}/+)+");

    private final RepositoryAddress repository;
    private final List<String> publishedAs;

    /** What the data path ends in beyond one separator: objects of old writers really lie under it. */
    private final String extraSeparators;

    private final Set<String> ownDataPaths;

    AddressRules(RepositoryAddress repository, String storedDataPath) {
        this.repository = repository;
        this.publishedAs = repository.publishedAs().stream()
                .flatMap(address -> StoreAddress.formsOf(address).stream())
                .distinct()
                .toList();
        var stripped = TRAILING_SEPARATORS.matcher(storedDataPath).replaceFirst("");
        int separators = storedDataPath.length() - stripped.length();
        this.extraSeparators = separators > 1 ? storedDataPath.substring(stripped.length() + 1) : "";
        this.ownDataPaths = new LinkedHashSet<>();
        for (var form : StoreAddress.formsOf(storedDataPath)) {
            ownDataPaths.add(separators > 0 ? form : form + "/");
        }
        for (var form : StoreAddress.formsOf(stripped + "/")) {
            ownDataPaths.add(form);
        }
    }

    /** Tells whether every key of the lake has more than one spelling. */
    boolean hasOddBase() {
        return !extraSeparators.isEmpty();
    }

    /** Resolves a text below the data path. */
    Address.Here below(String tail) {
        return new Address.Here(Spellings.of(bases(tail)));
    }

    private Collection<String> bases(String tail) {
        var keys = new LinkedHashSet<String>();
        keys.add(repository.dataDir() + extraSeparators + tail);
        keys.add(repository.dataDir() + tail);
        return keys;
    }

    /** Judges a text that is not relative to the data path. */
    Address judge(String text) {
        var keys = new LinkedHashSet<String>();
        var forms = StoreAddress.formsOf(text);
        for (var form : forms) {
            below(form, ownDataPaths).ifPresent(tail -> keys.addAll(bases(tail)));
        }
        for (var form : forms) {
            below(form, publishedAs)
                    .filter(key -> Spellings.of(List.of(key)).stream().anyMatch(this::liesInData))
                    .ifPresent(keys::add);
        }
        if (!keys.isEmpty()) {
            return new Address.Here(Spellings.of(keys));
        }
        if (StoreAddress.isHttp(text)) {
            return new Address.OnSomeHost(comparable(text), segments(text));
        }
        if (StoreAddress.isAnchored(text)) {
            return new Address.Elsewhere(text, segments(text));
        }
        return new Address.Unanchored(
                LEADING_DOTS.matcher(Spellings.slashed(text)).replaceFirst(""));
    }

    private boolean liesInData(String key) {
        return key.startsWith(repository.dataDir());
    }

    private static Optional<String> below(String text, Collection<String> prefixes) {
        return prefixes.stream()
                .filter(text::startsWith)
                .map(prefix -> text.substring(prefix.length()))
                .findFirst();
    }

    private static Set<String> comparable(String url) {
        var urls = new LinkedHashSet<String>();
        urls.add(url);
        urls.add(Spellings.withoutQuery(url));
        Spellings.decoded(url).ifPresent(urls::add);
        Spellings.decoded(Spellings.withoutQuery(url)).ifPresent(urls::add);
        return urls;
    }

    private static Set<String> segments(String url) {
        var segments = new LinkedHashSet<String>();
        for (var text : comparable(url)) {
            var slashed = Spellings.slashed(text);
            segments.add(slashed.substring(slashed.lastIndexOf('/') + 1));
        }
        segments.remove("");
        return segments;
    }
}
