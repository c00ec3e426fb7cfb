package io.fdlkeeper.catalog;

import io.fdlkeeper.store.ObjectKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The SQL that catalogs hold in views, macros and defaults, searched for files it may read; never run.
 *
 * <p>Not safe for several threads.
 */
public final class SqlTexts {

    /** Long enough to be rare, short enough for most names of files. */
    private static final int GRAM = 8;

    private static final int FILTER_BITS = 1 << 22;
    private static final int SHOWN = 120;

    private final RepositoryAddress address;
    private final Set<String> texts = new LinkedHashSet<>();
    private final Set<String> unnamedReads = new TreeSet<>();
    private final BitSet grams = new BitSet(FILTER_BITS);

    public SqlTexts(RepositoryAddress address) {
        this.address = address;
    }

    /** Adds the texts of a catalog. */
    public void add(CatalogFacts facts) {
        var reads = new SqlFileReads(beginning -> mayLieHere(beginning, facts.dataPath()));
        for (var text : facts.sqlTexts()) {
            for (var read : reads.in(text)) {
                unnamedReads.add(read + " in: " + shortened(text));
            }
            index(text);
            index(text.replace("''", "'"));
        }
    }

    private static String shortened(String text) {
        var line = text.strip().replaceAll("\\s+", " ");
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
    }

    private void index(String text) {
        if (texts.add(text)) {
            for (int i = 0; i + GRAM <= text.length(); i++) {
                grams.set(slot(text, i));
            }
        }
    }

    /** Tells whether the final segment of a key occurs in any text: such a key is spared. Fast for keys that do not. */
    public boolean mention(ObjectKey key) {
        var segment = key.lastSegment();
        if (segment.isEmpty()) {
            return false;
        }
        for (int i = segment.length() - GRAM; i >= 0; i--) {
            if (!grams.get(slot(segment, i))) {
                return false;
            }
        }
        return texts.stream().anyMatch(text -> text.contains(segment));
    }

    /**
     * Returns what texts read here without naming it: by pattern, by folder or by a computed path; each entry is half a sentence.
     *
     * <p>Nobody can tell which files those are, so a collection is refused ({@code view-glob}).
     */
    public List<String> unnamedReads() {
        return new ArrayList<>(unnamedReads);
    }

    private static int slot(String text, int from) {
        int hash = 0;
        for (int i = from; i < from + GRAM; i++) {
            hash = 31 * hash + text.charAt(i);
        }
        hash *= 0x9E3779B1;
        return hash >>> 10;
    }

    /** Tells whether a path that begins so can lead into the repository: relative to who knows what, or on the way to it. */
    private boolean mayLieHere(String beginning, String dataPath) {
        if (!StoreAddress.isAnchored(beginning)) {
            return true;
        }
        var addresses = new ArrayList<>(address.publishedAs());
        addresses.add(dataPath.endsWith("/") ? dataPath : dataPath + "/");
        for (var own : addresses) {
            for (var ownForm : StoreAddress.formsOf(own)) {
                for (var form : StoreAddress.formsOf(beginning)) {
                    if (form.startsWith(ownForm) || ownForm.startsWith(form)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
