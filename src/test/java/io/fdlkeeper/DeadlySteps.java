package io.fdlkeeper;

import java.io.IOException;

/** Counts the steps of a process, and kills that process at one of them. */
final class DeadlySteps {

    static final int NEVER = Integer.MAX_VALUE;

    private final int killAt;
    private int passed;

    DeadlySteps(int killAt) {
        this.killAt = killAt;
    }

    void pass() {
        passed++;
        if (passed == killAt) {
            try {
                // The shell's own kill, since a small system has no other.
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "kill -KILL " + ProcessHandle.current().pid())
                        .inheritIO()
                        .start()
                        .waitFor();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException("the process could not kill itself", e);
            }
        }
    }

    int passed() {
        return passed;
    }
}
