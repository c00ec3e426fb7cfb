package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which catalogs are read. */
public final class CatalogsConfiguration {

    @JsonProperty("allow-format-1.1-dev1")
    @Describe("read catalogs of the unfinished DuckLake version 1.1-dev1, which are refused otherwise")
    private boolean allowFormat11Dev1;

    /** Tells whether catalogs of DuckLake 1.1-dev1 are read, whose layout may still change. */
    public boolean allowsFormat11Dev1() {
        return allowFormat11Dev1;
    }
}
