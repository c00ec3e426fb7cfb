package io.fdlkeeper.config;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A location in a bucket, as people write it: {@code s3://bucket/prefix/}.
 *
 * @param prefix ends in a slash; empty for the whole bucket
 */
public record BucketLocation(String bucket, String prefix) {

    private static final String SCHEME = "s3://";

    /** Old buckets have capitals and underscores too; a name with a slash, a space or a query is a mistake. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{1,254}");

    /** Tells whether a text is meant as such a location. */
    static boolean isMeant(String text) {
        return text.toLowerCase(Locale.ROOT).startsWith(SCHEME);
    }

    /** Says why this names no location in a bucket; empty when it does. */
    static Optional<String> complaint(String text) {
        var rest = text.substring(SCHEME.length());
        var bucket = rest.indexOf('/') < 0 ? rest : rest.substring(0, rest.indexOf('/'));
        if (bucket.isEmpty()) {
            return Optional.of("must name a bucket, as in s3://bucket/prefix/");
        }
        if (!NAME.matcher(bucket).matches()) {
            return Optional.of("must name a bucket, as in s3://bucket/prefix/; '" + bucket + "' cannot be one");
        }
        var prefix = of(text).prefix();
        for (var segment : prefix.isEmpty() ? new String[0] : prefix.split("/")) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                return Optional.of("must have a prefix without empty or dotted parts, as in s3://bucket/prefix/");
            }
        }
        return Optional.empty();
    }

    /** Reads a location that {@link #complaint} has nothing to say about; a missing slash at the end is meant. */
    static BucketLocation of(String text) {
        var rest = text.substring(SCHEME.length());
        int slash = rest.indexOf('/');
        if (slash < 0) {
            return new BucketLocation(rest, "");
        }
        var prefix = rest.substring(slash + 1);
        return new BucketLocation(
                rest.substring(0, slash), prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/");
    }

    /** Tells whether one lies within the other. */
    boolean overlaps(BucketLocation other) {
        return bucket.equals(other.bucket) && (prefix.startsWith(other.prefix) || other.prefix.startsWith(prefix));
    }

    @Override
    public String toString() {
        return SCHEME + bucket + "/" + prefix;
    }
}
