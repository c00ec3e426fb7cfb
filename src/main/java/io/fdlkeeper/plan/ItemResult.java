package io.fdlkeeper.plan;

/** What became of one item, with the store's words or the reason. */
public record ItemResult(PlanItem item, ItemOutcome outcome, String detail) {}
