package io.fdlkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Keeps the command reference equal to the commands; {@code -Ddocs.write=true} renews it. */
class CommandReferenceTests {

    private static final Path PAGE = Path.of("docs/commands.md");

    @Test
    void thePageSaysWhatTheCommandsSay() throws IOException {
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(PAGE, CommandReference.markdown());
        }
        assertThat(PAGE).as("renew it with -Ddocs.write=true").hasContent(CommandReference.markdown());
    }

    @Test
    void everyCommandHasASynopsisAndAnExample() {
        assertThat(CommandReference.names())
                .hasSizeGreaterThan(15)
                .allSatisfy(name -> assertThat(CommandReference.markdown())
                        .containsOnlyOnce("# `" + name + "`\n")
                        .containsPattern(
                                "(?s)# `" + name + "`\n.*?```\n" + name + "[^#]*?Example:\n\n```\n.*?fdl-keeper "));
    }
}
