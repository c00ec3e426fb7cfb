package io.fdlkeeper.catalog.duckdb.parquet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Bytes of a file.
 *
 * @param from the first
 * @param to   the one after the last
 */
record Span(long from, long to) {

    long length() {
        return to - from;
    }

    /** Puts together what overlaps or lies no further apart than a gap, in order. */
    static List<Span> joined(Collection<Span> spans, long gap) {
        List<Span> joined = new ArrayList<>();
        for (Span span :
                spans.stream().sorted(Comparator.comparingLong(Span::from)).toList()) {
            int last = joined.size() - 1;
            if (last >= 0 && span.from() <= joined.get(last).to() + gap) {
                Span before = joined.get(last);
                joined.set(last, new Span(before.from(), Math.max(before.to(), span.to())));
            } else {
                joined.add(span);
            }
        }
        return joined;
    }
}
