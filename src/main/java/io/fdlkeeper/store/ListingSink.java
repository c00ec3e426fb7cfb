package io.fdlkeeper.store;

/** Takes what a listing finds, one object at a time, so that no listing has to fit in memory. */
@FunctionalInterface
public interface ListingSink {

    void object(ListedObject object);

    /** Takes something that is there but is no object of ours to judge: a link, a socket, a name of the file system's own. */
    default void foreign(ForeignEntry entry) {}

    /** Takes a folder below the one listed that holds nothing at all, not even something foreign; stores without folders have none. */
    default void emptyFolder(EmptyFolder folder) {}
}
