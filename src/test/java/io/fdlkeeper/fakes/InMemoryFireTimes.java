package io.fdlkeeper.fakes;

import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.FireTimes;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.ScheduledJob;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

final class InMemoryFireTimes implements FireTimes {

    private final TreeMap<String, FireTime> times = new TreeMap<>();

    InMemoryFireTimes() {}

    InMemoryFireTimes(InMemoryFireTimes other) {
        times.putAll(other.times);
    }

    @Override
    public Optional<FireTime> find(String repository, JobKind job) {
        return Optional.ofNullable(times.get(key(repository, job)));
    }

    @Override
    public void put(String repository, JobKind job, FireTime time) {
        times.put(key(repository, job), time);
    }

    @Override
    public void keepOnly(List<ScheduledJob> jobs) {
        times.keySet()
                .retainAll(
                        jobs.stream().map(job -> key(job.location(), job.job())).toList());
    }

    private static String key(String repository, JobKind job) {
        return job.id() + " " + repository;
    }
}
