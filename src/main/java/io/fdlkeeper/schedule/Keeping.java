package io.fdlkeeper.schedule;

import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.run.FireTimes;
import io.fdlkeeper.run.PauseStore;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.run.StopToken;
import java.util.List;

/** What schedules need of the keeper they run in. */
public interface Keeping {

    /** Returns the jobs that have a schedule, as the configuration says now. */
    List<ScheduledJob> scheduled();

    /** Returns the kept times of schedules; asked anew each time, since a broken state is opened again. */
    FireTimes fireTimes();

    PauseStore pauses();

    /** Does a job and returns what came of it; whatever it throws is logged, and the schedule goes on. */
    JobReport run(ScheduledJob job, StopToken stop);

    /** Does what is to be done every minute beside the jobs, and tells whether schedules are to be read anew. */
    boolean everyMinute();
}
