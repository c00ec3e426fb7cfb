package io.fdlkeeper.repository;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredContent;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Looks at a repository: its document, refs, versions and their states, held against the last good run. Reads only. */
public final class RepositoryObserver {

    private static final ObjectKey DOCUMENT = new ObjectKey(RepositoryDocument.KEY);
    private static final ObjectKey HEAD = new ObjectKey("HEAD");
    private static final ObjectKey INDEX = new ObjectKey("refs.json");
    private static final Set<String> ROOT_OBJECTS = Set.of("fdl.json", "HEAD", "refs.json");
    private static final Set<String> ROOT_FOLDERS = Set.of("versions", "refs");

    private final ObjectStore store;
    private final DocumentCache cache;

    public RepositoryObserver(ObjectStore store, DocumentCache cache) {
        this.store = store;
        this.cache = cache;
    }

    /** Reads {@code fdl.json} and judges it; the observation of a good one is without view and refusals. */
    public DocumentReading readDocument() {
        Optional<StoredContent> content = store.reader().read(DOCUMENT, Documents.LIMIT);
        if (content.isEmpty()) {
            return refused(
                    Guard.REPOSITORY_DOCUMENT,
                    "there is no fdl.json in " + store.location()
                            + ", so it is no FDL repository: name the folder that holds fdl.json");
        }
        try {
            RepositoryDocument document = Documents.repository(content.get().text());
            if (!Documents.major(document.fdl()).equals("0")) {
                return refused(
                        Guard.UNKNOWN_FDL_MAJOR,
                        "the repository is of format " + document.fdl()
                                + ", and only 0.x is known here: use a newer fdl-keeper");
            }
            Optional<String> fault = DataFolder.fault(document.dataDir());
            return fault.isPresent()
                    ? refused(
                            Guard.DATA_DIR,
                            "the data_dir '" + document.dataDir() + "' " + fault.get()
                                    + ": it must be a folder of its own, such as data/")
                    : new DocumentReading.Read(document);
        } catch (MalformedDocumentException e) {
            return refused(
                    Guard.REPOSITORY_DOCUMENT,
                    "fdl.json cannot be read: " + e.getMessage() + "; restore it from a copy");
        }
    }

    private static DocumentReading refused(Guard guard, String detail) {
        return new DocumentReading.Refused(new Refusal(guard, RepositoryDocument.KEY, detail));
    }

    /**
     * Looks at refs and versions.
     *
     * @param began the store's time before anything of this observation was listed, the data folder included
     * @param last  the roots of the last good run, where there was one
     */
    public Observation observe(RepositoryDocument document, Instant began, Optional<RootSet> last) {
        Findings findings = new Findings();
        VersionFolders folders = new VersionFolders(store, cache, began, findings);
        RefFolder refs = new RefFolder(store, findings);
        Optional<RefName> head = Optional.empty();
        try {
            // Refs last: a ref read before its version was listed would look as if it named nothing.
            folders.readAll();
            refs.readAll();
            Set<RefName> named = new TreeSet<>(namedByIndex());
            head = readHead(findings);
            head.ifPresent(named::add);
            new RootCheck(store, folders, refs, findings).run(named, last);
            noteRoot(document, findings);
        } catch (ListingIncompleteException e) {
            findings.refuse(Guard.LISTING_INCOMPLETE, e.prefix(), e.sentence());
        }
        RepositoryView view = new RepositoryView(
                store.location(),
                document,
                began,
                head,
                refs.refs(),
                folders.versions(),
                last.map(RootSet::missing).orElse(Set.of()),
                findings.foreign(),
                findings.notes());
        return new Observation(Optional.of(view), findings.refusals());
    }

    private Set<RefName> namedByIndex() {
        return store.reader()
                .read(INDEX, Documents.LIMIT)
                .map(content -> Documents.refsIndex(content.text()).keySet())
                .orElse(Set.of());
    }

    private Optional<RefName> readHead(Findings findings) {
        Optional<StoredContent> content = store.reader().read(HEAD, Documents.LIMIT);
        if (content.isEmpty()) {
            findings.note("there is no HEAD");
            return Optional.empty();
        }
        try {
            return Optional.of(Documents.head(content.get().text()));
        } catch (MalformedDocumentException e) {
            findings.refuse(Guard.REF_UNREADABLE, HEAD.text(), e.getMessage() + "; write it again");
            return Optional.empty();
        }
    }

    private void noteRoot(RepositoryDocument document, Findings findings) {
        String dataRoot = document.dataDir().substring(0, document.dataDir().indexOf('/'));
        var level = store.lister().listLevel("");
        level.folders().stream()
                .filter(folder -> !ROOT_FOLDERS.contains(folder) && !folder.equals(dataRoot))
                .forEach(folder -> findings.foreign(folder + "/"));
        level.objects().stream()
                .map(ListedObject::key)
                .filter(key -> !ROOT_OBJECTS.contains(key.text()))
                .forEach(key -> findings.foreign(key.text()));
    }
}
