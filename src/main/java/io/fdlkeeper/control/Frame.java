package io.fdlkeeper.control;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** One message: a kind in one byte, a length in four, and so many bytes of content. */
record Frame(Kind kind, byte[] content) {

    /** What a frame says. The numbers, and WELCOME with its protocol, are the same in every version. */
    enum Kind {
        /** From the daemon, first of all: JSON with protocol and version. */
        WELCOME(1),
        /** From the command line: JSON of a {@link CommandRequest}. */
        REQUEST(2),
        /** Bytes of standard output. */
        OUT(3),
        /** Bytes of standard error. */
        ERR(4),
        /** From the command line: stop after the batch in hand. */
        STOP(5),
        /** The command's end: its exit code in four bytes. */
        EXIT(6),
        /** The command is not begun: a sentence. */
        REFUSED(7);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        byte number() {
            return (byte) number;
        }

        static Optional<Kind> of(byte number) {
            for (Kind kind : values()) {
                if (kind.number == number) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    String text() {
        return new String(content, StandardCharsets.UTF_8);
    }
}
