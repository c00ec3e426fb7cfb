package io.fdlkeeper.catalog;

/** In which role a catalog's names enter the set. */
public enum NameRole {
    /** A catalog readers may read: its data and delete rows keep files. */
    LIVE,
    /** The catalog of a version marked less than a grace period ago: its files were released recently. */
    RELEASED,
    /** A catalog of the past, read or recorded earlier: it shows only that a file was once named. */
    FORMER
}
