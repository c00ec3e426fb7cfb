package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ListingIncompleteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * One page of a listing that is provably one: a wrong answer with status 200 reads as an empty page that is the last.
 *
 * @param objects what is listed
 * @param folders what is listed as a common prefix
 * @param next    the token of the next page; empty at the end
 */
record ListedPage(List<S3Object> objects, List<String> folders, Optional<String> next) {

    /**
     * Judges an answer.
     *
     * @param prefix the full prefix asked for
     * @param token  the token asked with; empty for the first page
     * @throws ListingIncompleteException when it is no page, or not one of what was asked for
     */
    static ListedPage of(
            ListObjectsV2Response answer, Bucket bucket, String prefix, String token, KeySpelling spelling) {
        if (answer.isTruncated() == null) {
            throw refused(bucket, prefix, "is no listing: it does not tell whether it is whole");
        }
        if (!bucket.name().equals(answer.name())) {
            throw refused(bucket, prefix, "is not of this bucket but of '" + answer.name() + "'");
        }
        if (answer.prefix() != null && !spelling.isSame(answer.prefix(), prefix)) {
            throw refused(bucket, prefix, "is of the prefix '" + answer.prefix() + "'");
        }
        var next = Optional.ofNullable(answer.nextContinuationToken()).filter(text -> !text.isEmpty());
        if (answer.isTruncated() && next.isEmpty()) {
            throw refused(bucket, prefix, "breaks off: it goes on, but gives no token to go on with");
        }
        if (answer.isTruncated() && next.get().equals(token)) {
            throw refused(bucket, prefix, "goes in a circle: it gives the token it was asked with");
        }
        return new ListedPage(
                answer.contents(),
                answer.commonPrefixes().stream().map(CommonPrefix::prefix).toList(),
                answer.isTruncated() ? next : Optional.empty());
    }

    /** Returns every key and folder, as they are spelled. */
    List<String> names() {
        var names = new ArrayList<String>(objects.size() + folders.size());
        objects.stream().map(S3Object::key).filter(Objects::nonNull).forEach(names::add);
        names.addAll(folders);
        return names;
    }

    /** Returns the page with the keys that are meant. */
    ListedPage decoded(KeySpelling spelling, Bucket bucket, String prefix) {
        return new ListedPage(
                objects.stream()
                        .map(object -> {
                            var key = meant(object.key(), spelling, bucket, prefix);
                            return key.equals(object.key()) ? object : object.copy(copy -> copy.key(key));
                        })
                        .toList(),
                folders.stream()
                        .map(folder -> meant(folder, spelling, bucket, prefix))
                        .toList(),
                next);
    }

    private static String meant(@Nullable String shown, KeySpelling spelling, Bucket bucket, String prefix) {
        if (shown == null) {
            throw refused(bucket, prefix, "shows an object without a key");
        }
        return spelling.decode(shown)
                .orElseThrow(() -> refused(
                        bucket, prefix, "says that keys are encoded, and '" + shown + "' is no encoding of any"));
    }

    static ListingIncompleteException refused(Bucket bucket, String prefix, String what) {
        return new ListingIncompleteException(
                prefix,
                "The answer of " + bucket.where() + " to a listing of s3://" + bucket.name() + "/" + prefix + " " + what
                        + "; check the endpoint and what stands before it.",
                null);
    }
}
