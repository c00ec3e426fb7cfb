package io.fdlkeeper.withdrawal.removal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The digest people approve: SHA-256 over every item of every repository, so that the same facts give the same digest. */
public final class PlanDigest {

    private PlanDigest() {}

    public static String of(List<RemovalPlan> plans) {
        MessageDigest digest = sha256();
        for (RemovalPlan plan : plans) {
            add(digest, "repository", plan.location());
            for (RemovalItem item : plan.items()) {
                add(digest, item.action().id(), item.key());
                add(digest, "etag", item.etag().orElse(""));
                add(digest, "versions", String.join(" ", item.storeVersions()));
            }
            for (Blocker blocker : plan.blockers()) {
                add(digest, "blocker", blocker.kind().id());
                add(
                        digest,
                        blocker.ref().orElse(""),
                        blocker.version().map(Object::toString).orElse(""));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Lengths go before texts, so that no two lists spell the same bytes. */
    private static void add(MessageDigest digest, String name, String value) {
        for (String text : List.of(name, value)) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            digest.update(bytes);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
