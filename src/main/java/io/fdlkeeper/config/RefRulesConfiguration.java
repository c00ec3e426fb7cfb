package io.fdlkeeper.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fdlkeeper.retention.RetentionPolicy;
import jakarta.validation.constraints.NotBlank;

/** Rules of their own for some refs. */
public final class RefRulesConfiguration extends RulesConfiguration {

    private static final String REFS = "refs/";

    @JsonProperty("refs")
    @Describe("the refs these rules are for, such as heads/main or heads/release/*; the first entry that fits counts")
    @NotBlank(message = "must be given, for example heads/release/*")
    private String refs = "";

    RefRulesConfiguration() {
        super(0);
    }

    /** Returns the pattern over full ref names. */
    String pattern() {
        return refs.startsWith(REFS) ? refs : REFS + refs;
    }

    RetentionPolicy.Override toOverride() {
        return new RetentionPolicy.Override(pattern(), toRules());
    }
}
