package io.fdlkeeper.hold;

import java.util.List;

/** Keeps holds by repository. A hold's target may be a key, so they are kept in plain files that can be removed. */
public interface HoldStore {

    List<Hold> list(String repository);

    void add(String repository, Hold hold);

    /** Removes a hold; false when there is none of that id. */
    boolean release(String repository, String id);
}
