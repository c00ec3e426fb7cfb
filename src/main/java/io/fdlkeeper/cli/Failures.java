package io.fdlkeeper.cli;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/** An exception as one sentence with an exit code. */
record Failures(ExitCode exitCode, String sentence) {

    static Failures of(Throwable thrown) {
        ExitCode code = thrown instanceof CommandFailure failure ? failure.exitCode() : ExitCode.ERROR;
        return new Failures(code, sentence(thrown));
    }

    private static String sentence(Throwable thrown) {
        if (thrown instanceof CommandFailure) {
            // Written for people already; each problem of a configuration has a line of its own.
            return String.valueOf(thrown.getMessage());
        }
        Throwable told = thrown instanceof UncheckedIOException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : thrown;
        if (told instanceof AccessDeniedException denied) {
            return denied.getFile() + " may not be read or written by this user: grant the right, or run as its owner";
        }
        if (told instanceof FileSystemException failed && failed.getReason() != null) {
            return failed.getFile() + ": " + failed.getReason();
        }
        if (told instanceof OutOfMemoryError) {
            return "the memory allowed to the process is used up: allow more, for example FDL_KEEPER_JAVA_OPTS=-Xmx1g";
        }
        @Nullable String message = told.getMessage();
        return message == null || message.isBlank()
                ? "unexpected " + told.getClass().getSimpleName() + ": run again with --debug and report what it prints"
                : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
