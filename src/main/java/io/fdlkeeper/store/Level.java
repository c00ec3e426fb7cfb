package io.fdlkeeper.store;

import java.util.List;

/**
 * One level of a listing.
 *
 * @param folders names of the folders, without their parents and without a slash, sorted
 * @param objects the objects at this level, sorted by key
 */
public record Level(List<String> folders, List<ListedObject> objects) {

    public Level {
        folders = List.copyOf(folders);
        objects = List.copyOf(objects);
    }
}
