package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a keeper takes from the machine. */
class MachineTests {

    @Test
    void theFolderOfAUserIsWhatJavaSays() {
        assertThat(Machine.home("/home/keeper", Map.of("HOME", "/elsewhere"))).isEqualTo(Path.of("/home/keeper"));
    }

    @Test
    void aUserWhomTheMachineDoesNotKnowHasTheFolderOfTheEnvironmentOrNone() {
        assertThat(Machine.home("?", Map.of("HOME", "/tmp"))).isEqualTo(Path.of("/tmp"));
        assertThat(Machine.home("?", Map.of())).isEqualTo(Path.of("/"));
    }
}
