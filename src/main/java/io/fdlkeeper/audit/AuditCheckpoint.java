package io.fdlkeeper.audit;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A signed statement of how far the log had come.
 *
 * @param entries   how many entries it had
 * @param hash      digest of the last of them, lower-case hex
 * @param signature armoured SSH signature over {@link #message}, in the namespace {@value #NAMESPACE}
 */
public record AuditCheckpoint(long entries, String hash, Instant at, String signature) {

    public static final String NAMESPACE = "fdl-keeper-audit";

    /** Returns the bytes that are signed. */
    public static byte[] message(long entries, String hash, Instant at) {
        return (entries + " " + hash + " " + at + "\n").getBytes(StandardCharsets.UTF_8);
    }

    public byte[] message() {
        return message(entries, hash, at);
    }
}
