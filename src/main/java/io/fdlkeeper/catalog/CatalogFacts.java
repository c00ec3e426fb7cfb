package io.fdlkeeper.catalog;

import java.util.List;
import java.util.Set;

/**
 * What a catalog says beside the keys it names; small whatever the catalog's size.
 *
 * @param format           its DuckLake version, for example {@code 1.0}; several lakes in one file give the last one read
 * @param dataPath         the data path as stored
 * @param references       distinct data and delete rows that name a file, inside or outside the repository
 * @param scheduled        rows that schedule a file for deletion
 * @param inlinedRows      rows kept inside the catalog
 * @param externalUrls     addresses outside the repository that data or delete rows name, at most {@value #SHOWN}
 * @param externalSegments final path segments of all of those: a key here that ends in one is spared
 * @param httpUrls         absolute http(s) addresses that may be a key here: a key under the data folder that such an address ends
 *                         with is live
 * @param looseTails       paths relative to a table whose row is gone: every key under the data folder that ends in a slash and such
 *                         a path is live
 * @param sqlTexts         bodies of views, macros and default expressions: a key whose final segment occurs in one is spared
 */
public record CatalogFacts(
        String format,
        String dataPath,
        long references,
        long scheduled,
        long inlinedRows,
        List<String> externalUrls,
        Set<String> externalSegments,
        Set<String> httpUrls,
        Set<String> looseTails,
        List<String> sqlTexts) {

    /** How many external addresses are kept for people to see. */
    public static final int SHOWN = 100;

    public CatalogFacts {
        externalUrls = List.copyOf(externalUrls);
        externalSegments = Set.copyOf(externalSegments);
        httpUrls = Set.copyOf(httpUrls);
        looseTails = Set.copyOf(looseTails);
        sqlTexts = List.copyOf(sqlTexts);
    }
}
