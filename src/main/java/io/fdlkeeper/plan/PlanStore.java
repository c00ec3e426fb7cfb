package io.fdlkeeper.plan;

import java.time.Instant;
import java.util.Optional;

/** Keeps plans as plain files. */
public interface PlanStore {

    /** Begins a plan; it becomes one when it is frozen and leaves nothing behind when it is not. */
    Draft draft();

    /**
     * Finds a frozen plan by its digest, or by a beginning of it of at least 8 characters that only one plan has.
     */
    Optional<Plan> find(String digest);

    /** Forgets plans observed before this. */
    void forgetBefore(Instant cutOff);

    /** A plan in the making. */
    interface Draft extends AutoCloseable {

        void item(PlanItem item);

        void spare(Spared spared);

        /** Makes it a plan, durably; one with the same digest is replaced. */
        Plan freeze(PlanHeader header);

        @Override
        void close();
    }
}
