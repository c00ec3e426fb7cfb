package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.catalog.SqlTexts;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What live catalogs protect beside the keys they name outright: texts and addresses that may mean a key here.
 *
 * <p>It only ever grows, also while a plan is executed.
 */
final class LiveSet {

    private final Set<String> externalSegments = new HashSet<>();
    private final Set<String> externalUrls = new TreeSet<>();
    private final Map<String, Set<String>> httpUrls = new HashMap<>();
    private final Map<String, Set<String>> looseTails = new HashMap<>();
    private final SqlTexts sqlTexts;

    /** Apart from ours: a pattern in a neighbour's view is about the neighbour's files. */
    private final SqlTexts neighbourTexts;

    private final Set<VersionId> versions = new TreeSet<>();
    private final Set<VersionId> unknownReleases = new TreeSet<>();
    private boolean unsureWhetherEmpty;
    private long references;

    LiveSet(RepositoryAddress address) {
        sqlTexts = new SqlTexts(address);
        neighbourTexts = new SqlTexts(address);
    }

    void add(VersionId version, CatalogFacts facts) {
        versions.add(version);
        references += facts.references();
        externalSegments.addAll(facts.externalSegments());
        externalUrls.addAll(facts.externalUrls());
        facts.httpUrls().forEach(url -> byLastSegment(httpUrls, url));
        facts.looseTails().forEach(tail -> byLastSegment(looseTails, tail));
        sqlTexts.add(facts);
    }

    /** Adds what a catalog of another repository names outside of it: such a file may be one here. */
    void addNeighbour(CatalogFacts facts) {
        externalSegments.addAll(facts.externalSegments());
        facts.httpUrls().forEach(url -> externalSegments.add(lastSegment(url)));
        neighbourTexts.add(facts);
    }

    /** Returns what views and macros read here without naming it, each as half a sentence. */
    List<String> unnamedReads() {
        return sqlTexts.unnamedReads();
    }

    void addUnknownRelease(VersionId version) {
        unknownReleases.add(version);
    }

    /** Says that a version which names nothing may be one whose names were lost. */
    void doubtEmptiness() {
        unsureWhetherEmpty = true;
    }

    Set<VersionId> versions() {
        return versions;
    }

    Set<VersionId> unknownReleases() {
        return unknownReleases;
    }

    /** Returns addresses outside the repository that live versions name; not every one. */
    Set<String> externalUrls() {
        return externalUrls;
    }

    boolean isEmptyOrUnsure() {
        return references == 0 || unsureWhetherEmpty;
    }

    /** Returns the web addresses and loose paths that mean this key, so that it is live. */
    List<String> meaning(ObjectKey key) {
        List<String> found = new ArrayList<>();
        String segment = key.lastSegment();
        for (String url : httpUrls.getOrDefault(segment, Set.of())) {
            if (url.endsWith("/" + key)) {
                found.add(url);
            }
        }
        for (String tail : looseTails.getOrDefault(segment, Set.of())) {
            if (key.text().endsWith("/" + tail)) {
                found.add(tail);
            }
        }
        return found;
    }

    /** Returns every path relative to a table that is gone; each must mean some key. */
    Set<String> looseTails() {
        Set<String> all = new TreeSet<>();
        looseTails.values().forEach(all::addAll);
        return all;
    }

    /** Returns why a key that nothing names outright is better left, if a live version's text may mean it. */
    Optional<String> mentioned(ObjectKey key) {
        String segment = key.lastSegment();
        if (segment.isEmpty()) {
            return Optional.empty();
        }
        if (externalSegments.contains(segment)) {
            return Optional.of("a live version names a file of this name at another address");
        }
        return sqlTexts.mention(key) || neighbourTexts.mention(key)
                ? Optional.of("the SQL of a view or macro of a live version names it")
                : Optional.empty();
    }

    private static void byLastSegment(Map<String, Set<String>> map, String path) {
        map.computeIfAbsent(lastSegment(path), segment -> new HashSet<>()).add(path);
    }

    private static String lastSegment(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
