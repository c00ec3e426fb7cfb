package io.fdlkeeper.store.s3;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who acts, as far as it can be told.
 *
 * @param keyId   the access key's id, of which only the end is shown
 * @param arn     the name in AWS, where the store or AWS tells it
 * @param account the account in AWS
 */
record ActingIdentity(String keyId, Optional<String> arn, Optional<String> account) {

    private static final int SHOWN = 4;
    private static final Pattern SESSION = Pattern.compile("arn:([^:]+):sts::(\\d+):assumed-role/([^/]+)/.*");

    /** Tells whether this is the one that was expected: its account, its ARN or its role's, or its access key's id. */
    boolean is(String expected) {
        return expected.equals(keyId)
                || account.filter(expected::equals).isPresent()
                || arn.filter(expected::equals).isPresent()
                || arn.flatMap(ActingIdentity::role).filter(expected::equals).isPresent();
    }

    /** A session is named after its role and by chance; what is expected is the role. */
    private static Optional<String> role(String arn) {
        var session = SESSION.matcher(arn);
        return session.matches()
                ? Optional.of("arn:" + session.group(1) + ":iam::" + session.group(2) + ":role/" + session.group(3))
                : Optional.empty();
    }

    @Override
    public String toString() {
        var key = "access key …" + keyId.substring(Math.max(0, keyId.length() - SHOWN));
        return arn.map(name -> name + " (" + key + ")").orElse(key);
    }
}
