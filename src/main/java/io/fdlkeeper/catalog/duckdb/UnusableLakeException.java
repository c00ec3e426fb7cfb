package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.repository.Guard;
import java.util.List;

/** A lake that opens, but cannot be read as the format says. Its details may show texts of the lake. */
public final class UnusableLakeException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<Finding> findings;

    /** One fault. */
    public record Finding(Guard guard, String detail) {}

    UnusableLakeException(Guard guard, String detail) {
        this(List.of(new Finding(guard, detail)));
    }

    UnusableLakeException(List<Finding> findings) {
        super(findings.toString());
        this.findings = List.copyOf(findings);
    }

    public List<Finding> findings() {
        return findings;
    }
}
