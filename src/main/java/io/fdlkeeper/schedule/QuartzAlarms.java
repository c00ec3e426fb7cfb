package io.fdlkeeper.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Properties;
import java.util.function.Consumer;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;
import org.quartz.impl.StdSchedulerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Alarms as triggers of Quartz that fire once, in memory: what has to survive is in our own state. */
final class QuartzAlarms implements Alarms {

    private static final Logger LOG = LoggerFactory.getLogger(QuartzAlarms.class);
    private static final long LOOK_MILLIS = 20;

    private final Scheduler scheduler;

    /** @param ring is called with an alarm's name on a thread of the scheduler, for as long as its job takes */
    QuartzAlarms(Consumer<String> ring, int threads) {
        var settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "fdl-keeper-" + System.identityHashCode(this));
        settings.setProperty("org.quartz.scheduler.threadName", "schedules");
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.threadPool.threadCount", Integer.toString(threads));
        settings.setProperty("org.quartz.threadPool.threadNamePrefix", "job");
        settings.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        try {
            scheduler = new StdSchedulerFactory(settings).getScheduler();
            scheduler.setJobFactory((bundle, itself) -> new RingingJob(ring));
        } catch (SchedulerException e) {
            throw failed(e);
        }
    }

    /** The one job class: it calls whoever set the alarm. */
    private record RingingJob(Consumer<String> ring) implements Job {

        @Override
        public void execute(JobExecutionContext context) {
            try {
                ring.accept(context.getTrigger().getKey().getName());
            } catch (RuntimeException e) {
                LOG.error("the alarm '{}' failed", context.getTrigger().getKey().getName(), e);
            }
        }
    }

    @Override
    public synchronized void set(String name, Instant at) {
        var key = new TriggerKey(name);
        JobDetail job = JobBuilder.newJob(RingingJob.class)
                .withIdentity(new JobKey(name))
                .storeDurably()
                .build();
        Trigger trigger = TriggerBuilder.newTrigger()
                .withIdentity(key)
                .forJob(job)
                .startAt(Date.from(at))
                .withSchedule(SimpleScheduleBuilder.simpleSchedule().withMisfireHandlingInstructionFireNow())
                .build();
        try {
            scheduler.addJob(job, true);
            if (scheduler.rescheduleJob(key, trigger) == null) {
                scheduler.scheduleJob(trigger);
            }
        } catch (SchedulerException e) {
            throw failed(e);
        }
    }

    @Override
    public synchronized void remove(String name) {
        try {
            scheduler.unscheduleJob(new TriggerKey(name));
        } catch (SchedulerException e) {
            throw failed(e);
        }
    }

    void start() {
        try {
            scheduler.start();
        } catch (SchedulerException e) {
            throw failed(e);
        }
    }

    boolean isStarted() {
        try {
            return scheduler.isStarted() && !scheduler.isInStandbyMode() && !scheduler.isShutdown();
        } catch (SchedulerException e) {
            return false;
        }
    }

    /** Fires nothing any more, and waits for what runs; tells whether all of it ended in time. */
    boolean stop(Duration grace) {
        try {
            if (scheduler.isShutdown()) {
                return true;
            }
            scheduler.standby();
            long end = System.nanoTime() + grace.toNanos();
            while (!scheduler.getCurrentlyExecutingJobs().isEmpty()) {
                if (System.nanoTime() >= end) {
                    scheduler.shutdown(false);
                    return false;
                }
                Thread.sleep(LOOK_MILLIS);
            }
            scheduler.shutdown(true);
            return true;
        } catch (SchedulerException e) {
            throw failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static IllegalStateException failed(SchedulerException e) {
        return new IllegalStateException("the scheduler does not do as it is told: " + e.getMessage(), e);
    }
}
