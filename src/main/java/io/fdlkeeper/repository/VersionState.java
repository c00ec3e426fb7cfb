package io.fdlkeeper.repository;

/** Where a version stands in its life. Source: the format's versions page and our decisions where it is silent. */
public enum VersionState {
    /** No record yet: a commit under way, or one given up. */
    UNFINISHED,
    /** Record and catalog, no mark: readers may read it. */
    LIVE,
    /** Mark and catalog: an interrupted retention, to be finished. */
    MARKED,
    /** Mark and no catalog. */
    EXPIRED,
    /** As expired, because the data had to go. */
    WITHDRAWN
}
