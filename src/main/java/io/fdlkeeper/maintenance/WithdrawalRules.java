package io.fdlkeeper.maintenance;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How withdrawals go, as configured.
 *
 * @param approvals     how many people must approve a plan where the state has recorded nothing, 0 to 2
 * @param approveWithin how long a frozen plan waits for approvals
 * @param executeWithin how long an approved plan may be executed
 * @param guardFor      how long new versions are looked at afterwards
 * @param hostWritesIndex locations whose host writes {@code refs.json} alone
 * @param copies        replicas, mirrors, backups and caches somebody must clear
 */
public record WithdrawalRules(
        int approvals,
        Duration approveWithin,
        Duration executeWithin,
        Duration guardFor,
        Set<String> hostWritesIndex,
        List<Copy> copies) {

    /** What holds where nothing is configured. */
    public static final WithdrawalRules DEFAULT = new WithdrawalRules(
            1, Duration.ofHours(24), Duration.ofHours(24), Duration.ofDays(365), Set.of(), List.of());

    public WithdrawalRules {
        hostWritesIndex = Set.copyOf(hostWritesIndex);
        copies = List.copyOf(copies);
    }

    /** Tells whether {@code refs.json} of a repository is ours to write. */
    public boolean writesRefsIndex(String location) {
        return !hostWritesIndex.contains(location);
    }

    /**
     * A place that holds a copy of the repository.
     *
     * @param repository   the location it is a copy of; empty for all
     * @param kind         {@code replica}, {@code mirror}, {@code backup}, {@code cdn} or {@code reader}
     * @param contact      who clears it
     * @param checkAddress where its copy can be looked at: a URL that keys are put behind; empty where it cannot
     * @param clearWithin  how long they have
     */
    public record Copy(
            String name,
            Optional<String> repository,
            String kind,
            String contact,
            Optional<String> checkAddress,
            Duration clearWithin) {}
}
