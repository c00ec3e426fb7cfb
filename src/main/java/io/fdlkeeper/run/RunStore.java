package io.fdlkeeper.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keeps the records of runs. */
public interface RunStore {

    void begin(RunRecord run);

    void stage(String run, RunRecord.Stage stage);

    /** Closes a run; a run is closed once. */
    void end(RunRecord run);

    Optional<RunRecord> find(String run);

    /** Lists runs, newest first; an empty repository means all of them. */
    List<RunRecord> list(Optional<String> repository, int limit);

    /** Lists the runs of a repository that were begun and never ended. */
    List<RunRecord> unfinished(String repository);

    /** Forgets runs that ended before this, and returns their ids, so that their files can go too. */
    List<String> forgetBefore(Instant cutOff);
}
