package io.fdlkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.repository.Guard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Keeps the page of guards and outcomes equal to the classes; {@code -Ddocs.write=true} renews it. */
class ReferencePagesTests {

    private static final Path GUARDS = Path.of("docs/guards.md");

    @Test
    void thePageOfGuardsSaysWhatTheClassesSay() throws IOException {
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(GUARDS, GuardReference.markdown());
        }
        assertThat(GUARDS).as("renew it with -Ddocs.write=true").hasContent(GuardReference.markdown());
    }

    @Test
    void everyGuardHasALineOfItsOwn() {
        assertThat(Guard.values())
                .hasSizeGreaterThan(30)
                .allSatisfy(
                        guard -> assertThat(GuardReference.markdown()).containsOnlyOnce("| `" + guard.id() + "` |"));
    }
}
