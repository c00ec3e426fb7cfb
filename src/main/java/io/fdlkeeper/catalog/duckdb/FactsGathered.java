package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.CatalogFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The facts of one catalog while its lakes are read. */
final class FactsGathered {

    private String format = "";
    private String dataPath = "";
    private long references;
    private long scheduled;
    private long inlinedRows;
    private final Set<String> externalUrls = new LinkedHashSet<>();
    private final Set<String> externalSegments = new HashSet<>();
    private final Set<String> httpUrls = new HashSet<>();
    private final Set<String> looseTails = new HashSet<>();
    private final Set<String> sqlTexts = new LinkedHashSet<>();

    void lake(String lakeFormat, String lakeDataPath) {
        format = lakeFormat;
        dataPath = lakeDataPath;
    }

    void count(long moreReferences, long moreScheduled, long moreInlinedRows) {
        references += moreReferences;
        scheduled += moreScheduled;
        inlinedRows += moreInlinedRows;
    }

    /** Notes where a data or delete row names a file that no key here is known for. */
    void outside(Address address) {
        if (address instanceof Address.Elsewhere elsewhere) {
            if (externalUrls.size() < CatalogFacts.SHOWN) {
                externalUrls.add(elsewhere.url());
            }
            externalSegments.addAll(elsewhere.segments());
        } else if (address instanceof Address.OnSomeHost onSomeHost) {
            httpUrls.addAll(onSomeHost.urls());
            externalSegments.addAll(onSomeHost.segments());
        } else if (address instanceof Address.Unanchored unanchored) {
            looseTail(unanchored.tail());
        }
    }

    void looseTail(String tail) {
        looseTails.add(tail);
    }

    void sqlText(String text) {
        sqlTexts.add(text);
    }

    CatalogFacts facts() {
        List<String> shown = new ArrayList<>(externalUrls);
        return new CatalogFacts(
                format,
                dataPath,
                references,
                scheduled,
                inlinedRows,
                shown,
                externalSegments,
                httpUrls,
                looseTails,
                List.copyOf(sqlTexts));
    }
}
