package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JobSchedule;
import io.fdlkeeper.run.MisfirePolicy;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** When jobs run by themselves in a service. */
public final class SchedulesConfiguration {

    private static final String OFF = "off";
    private static final String NO_VALUE = "must be a cron time, or off";

    @JsonProperty("retention")
    @Describe("when retention runs: a cron time (minute hour day month weekday, or with seconds as in Quartz), or off")
    @NotBlank(message = NO_VALUE)
    private String retention = OFF;

    @JsonProperty("gc")
    @Describe("when garbage collection runs: a cron time, or off")
    @NotBlank(message = NO_VALUE)
    private String gc = OFF;

    @JsonProperty("verify")
    @Describe("when verification runs: a cron time, or off")
    @NotBlank(message = NO_VALUE)
    private String verify = OFF;

    @JsonProperty("zone")
    @Describe("time zone of the cron times, and of blackouts that have none of their own")
    private ZoneId zone = ZoneOffset.UTC;

    @JsonProperty("jitter")
    @Describe("a job begins by chance up to this much later, so that not all begin at the same second")
    @DurationMin(message = "must not be negative")
    @DurationMax(hours = 12, message = "must be at most 12 hours")
    private Duration jitter = Duration.ofMinutes(1);

    @JsonProperty("misfire")
    @Describe(
            "what comes of missed firings (service down, paused, still running, blackout): run-once when it may, or skip")
    @Pattern(regexp = "run-once|skip", message = "must be run-once or skip")
    private String misfire = MisfirePolicy.RUN_ONCE.id();

    @JsonProperty("blackouts")
    @Describe("times of the week in which no job begins, and a running one stops after the batch in hand")
    @Valid
    private List<BlackoutConfiguration> blackouts = List.of();

    /** Builds the schedules that are on; call it on a checked configuration only. */
    public List<JobSchedule> toSchedules() {
        MisfirePolicy policy = misfire.equals(MisfirePolicy.SKIP.id()) ? MisfirePolicy.SKIP : MisfirePolicy.RUN_ONCE;
        return crons().entrySet().stream()
                .filter(job -> !job.getValue().equals(OFF))
                .map(job -> new JobSchedule(
                        job.getKey(),
                        job.getValue(),
                        zone,
                        jitter,
                        policy,
                        blackouts.stream()
                                .map(blackout -> blackout.toBlackout(zone))
                                .toList()))
                .toList();
    }

    void check(String at, Breaches breaches) {
        crons().forEach((job, cron) -> {
            if (!cron.equals(OFF) && !cron.isBlank()) {
                breaches.cron()
                        .complaint(cron, zone)
                        .ifPresent(text ->
                                breaches.add(at, job.id(), List.of(job.id(), "zone"), "'" + cron + "' " + text));
            }
        });
    }

    private Map<JobKind, String> crons() {
        Map<JobKind, String> crons = new EnumMap<>(JobKind.class);
        crons.put(JobKind.RETENTION, retention.strip());
        crons.put(JobKind.GC, gc.strip());
        crons.put(JobKind.VERIFY, verify.strip());
        return crons;
    }
}
