package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.DataSizeUnit;
import io.dropwizard.validation.MinDataSize;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;

/** How much of the machine the keeper takes. */
public final class LimitsConfiguration {

    @JsonProperty("duckdb-memory")
    @Describe("memory of the engine that reads catalogs, beside the Java heap; it goes to disk beyond")
    @MinDataSize(value = 32, unit = DataSizeUnit.MEGABYTES, message = "must be at least 32 MB")
    private DataSize duckdbMemory = DataSize.megabytes(128);

    @JsonProperty("duckdb-threads")
    @Describe("threads of that engine")
    @Min(value = 1, message = "must be at least 1")
    @Max(value = 256, message = "must be at most 256")
    private int duckdbThreads = 2;

    @JsonProperty("reference-cache")
    @Describe("what is kept on disk of the names each catalog holds, by repository, so that only new catalogs are read")
    @MinDataSize(value = 1, unit = DataSizeUnit.MEGABYTES, message = "must be at least 1 MB")
    private DataSize referenceCache = DataSize.gibibytes(2);

    @JsonProperty("jobs-at-once")
    @Describe("retentions or verifications at the same time, each on another repository; collections take turns")
    @Min(value = 1, message = "must be at least 1")
    @Max(value = 64, message = "must be at most 64")
    private int jobsAtOnce = 1;

    @JsonProperty("stop-grace")
    @Describe("how long a service that is stopped waits for the batch in hand of running jobs")
    @DurationMin(seconds = 1, message = "must be at least 1 second")
    private Duration stopGrace = Duration.ofSeconds(60);

    /** Returns the memory of the catalog engine, in bytes. */
    public long duckdbMemoryBytes() {
        return duckdbMemory.toBytes();
    }

    /** Returns the threads of the catalog engine. */
    public int duckdbThreads() {
        return duckdbThreads;
    }

    /** Returns the bytes of the cache of names, by repository. */
    public long referenceCacheBytes() {
        return referenceCache.toBytes();
    }

    /** Returns how many jobs may run at the same time. */
    public int jobsAtOnce() {
        return jobsAtOnce;
    }

    /** Returns how long a service that is stopped waits for running jobs. */
    public Duration stopGrace() {
        return stopGrace;
    }
}
