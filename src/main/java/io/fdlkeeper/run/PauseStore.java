package io.fdlkeeper.run;

import java.util.List;
import java.util.Optional;

/** Keeps pauses. A reason is free text, so they are kept in a plain file that is rewritten whole. */
public interface PauseStore {

    /** Lists all, those that are over too. */
    List<Pause> list();

    /** Puts a pause in the place of the one of the same scope, and drops those that were over when this one began. */
    void put(Pause pause);

    /** Removes the pause of exactly this scope; false when there is none. */
    boolean remove(Optional<String> repository, Optional<JobKind> job);
}
