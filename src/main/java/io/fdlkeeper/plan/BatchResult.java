package io.fdlkeeper.plan;

import java.util.List;

/**
 * What became of one batch.
 *
 * @param results what was done or found, in the order of the batch
 * @param late    what no request was sent for, since the look at the roots had grown too old by then; they may be tried again
 */
public record BatchResult(List<ItemResult> results, List<PlanItem> late) {

    static final BatchResult NOTHING = new BatchResult(List.of(), List.of());

    public BatchResult {
        results = List.copyOf(results);
        late = List.copyOf(late);
    }
}
