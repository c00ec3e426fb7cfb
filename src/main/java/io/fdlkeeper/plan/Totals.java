package io.fdlkeeper.plan;

/** A count of objects and their bytes. */
public record Totals(long objects, long bytes) {

    public static final Totals NONE = new Totals(0, 0);

    public Totals plus(long moreBytes) {
        return new Totals(objects + 1, bytes + moreBytes);
    }
}
