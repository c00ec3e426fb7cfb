package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.StoredVersion;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One search of one repository: catalogs first, then {@link #bind()}, then files.
 *
 * <p>Not safe for several threads, but for {@link #file}.
 */
public interface LeakSearch extends AutoCloseable {

    /** Reads one catalog: what it names, what shows the value in it, and what tells columns apart in files. */
    CatalogSearched catalog(CatalogSource source);

    /** Reads one old version of a catalog, which nobody meets any more. */
    CatalogSearched catalog(CatalogSource source, StoredVersion version);

    /**
     * Tells whether catalogs that were read later gave names of one that was read another meaning: then it is read again for its places.
     */
    default boolean isOutdated(CatalogSource source, Optional<StoredVersion> version) {
        return false;
    }

    /**
     * Ends the reading of catalogs.
     *
     * @throws BadSelectorException when a predicate's table or a column of it is in no catalog that was read
     */
    void bind();

    /**
     * Searches one data file, reading only the columns that are needed; safe for several threads.
     *
     * @param key the key or keys under which catalogs name it; for one that none names, its own
     */
    FileSearched file(ListedObject file, Set<String> namedAs);

    /** Searches an old version of a data file. */
    FileSearched file(StoredVersion file, Set<String> namedAs);

    /** Tells whether a text shows the value: a document, a key, a message; percent-encoded spellings too. */
    boolean shows(String text);

    /** Sentences on what is not searched, such as catalogs' texts for a predicate without literals. */
    List<String> notes();

    /** Returns a text with the value withheld wherever it shows it. */
    String withholding(String text);

    @Override
    void close();

    /** What became of a catalog. */
    sealed interface CatalogSearched {

        /**
         * It was read to its end.
         *
         * @param places where in it the value stands; never {@link Place#FILE}
         * @param names  the data and delete rows, each with all spellings its key may have
         */
        record Read(Set<Place> places, List<NamedFile> names, long bytes) implements CatalogSearched {}

        /** It could not be, so that what it names is not known; the reason never shows the value. */
        record Unreadable(String why) implements CatalogSearched {}
    }

    /**
     * A row that names a file.
     *
     * @param spellings keys it may mean, the main one first; empty where it names a file elsewhere
     * @param external  the address of a file outside the repository
     * @param deletes   whether it holds positions of deleted rows, and no values
     */
    record NamedFile(List<String> spellings, Optional<String> external, boolean deletes) {}

    /** What became of a data file. */
    sealed interface FileSearched {

        /** It was read. @param rows how many rows match, 0 for none */
        record Rows(long rows, long bytes) implements FileSearched {}

        /** Statistics or partition values prove that it holds no matching row; nothing was read. */
        record RuledOut() implements FileSearched {}

        /** It may hold the value; the reason never shows it. */
        record MayHold(String why) implements FileSearched {}
    }
}
