package io.fdlkeeper.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The sentence on how each run ended, as a plain file that can be removed. */
record RunMessages(StateFolder folder) {

    void put(String run, String message) {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        StateFiles.replace(file(run), folder.temporary(), out -> out.write(text));
    }

    /** Returns a run's sentence; empty while it runs. */
    String of(String run) {
        Path file = file(run);
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        }
    }

    void forget(String run) {
        StateFiles.delete(file(run));
    }

    private Path file(String run) {
        return folder.messages().resolve(StateFolder.fileNameOf(run) + ".txt");
    }
}
