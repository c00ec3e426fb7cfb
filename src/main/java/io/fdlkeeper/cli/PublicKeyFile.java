package io.fdlkeeper.cli;

import io.fdlkeeper.withdrawal.EnrolledKey;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the public keys out of a file that {@code ssh-keygen} wrote, or out of one of allowed signers. */
final class PublicKeyFile {

    private static final Pattern KEY = Pattern.compile("(?:^|\\s)((?:ssh-|ecdsa-|sk-)\\S+\\s+[A-Za-z0-9+/=]+)");

    private PublicKeyFile() {}

    static List<EnrolledKey> keys(String text) {
        List<EnrolledKey> keys = text.lines()
                .filter(line -> !line.strip().startsWith("#"))
                .map(KEY::matcher)
                .filter(Matcher::find)
                .map(key -> new EnrolledKey("signer", key.group(1), "", Instant.EPOCH))
                .toList();
        if (keys.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "the file of --signer holds no public key: give the .pub file that ssh-keygen wrote");
        }
        return keys;
    }
}
