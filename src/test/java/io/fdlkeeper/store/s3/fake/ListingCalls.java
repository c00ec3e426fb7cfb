package io.fdlkeeper.store.s3.fake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fdlkeeper.store.ObjectKey;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;

/** ListObjectsV2. */
final class ListingCalls {

    static final int MOST_KEYS = 1_000;

    private static final DateTimeFormatter ISO = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss'.000Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final S3Faults faults;

    ListingCalls(S3Faults faults) {
        this.faults = faults;
    }

    /** AWS shows whole seconds, whatever the grain of its clock. */
    static String isoTime(Instant time) {
        return ISO.format(time);
    }

    /** How much one page holds: what was asked for, or less. */
    static int limit(S3Request request, String parameter, S3Faults faults) {
        return Math.min(Integer.parseInt(request.parameter(parameter, "" + MOST_KEYS)), faults.pageSize());
    }

    /** How texts of keys are written on this page. */
    static Spelling spelling(S3Request request, S3Faults faults) {
        boolean encoded =
                request.parameter("encoding-type", "").equals("url") && !faults.lists(ListingFault.ENCODES_NOTHING);
        return new Spelling(encoded, faults.lists(ListingFault.LEAVES_PLUS));
    }

    record Spelling(boolean encoded, boolean plusStays) {

        String of(String key) {
            if (!encoded) {
                return key;
            }
            var out = new StringBuilder();
            for (byte b : key.getBytes(UTF_8)) {
                char c = (char) (b & 0xff);
                if (c < 128 && (Character.isLetterOrDigit(c) || "-_.*/".indexOf(c) >= 0 || c == '+' && plusStays)) {
                    out.append(c);
                } else {
                    out.append(c == ' ' ? "+" : "%%%02X".formatted((int) c));
                }
            }
            return out.toString();
        }
    }

    /** Collects one page: objects and folders together count up to the limit. */
    private final class Page {
        private final Xml contents;
        private final Spelling spelling;
        private final String prefix;
        private final String delimiter;
        private final String after;
        private final int limit;
        private String lastFolder = "";
        private String last = "";
        private int count;
        private boolean truncated;

        Page(S3Request request, Xml contents, Spelling spelling, String after) {
            this.contents = contents;
            this.spelling = spelling;
            this.after = after;
            prefix = request.parameter("prefix", "");
            delimiter = request.parameter("delimiter", "");
            limit = limit(request, "max-keys", faults);
        }

        void fill(Collection<FakeVersion> objects) {
            for (var object : objects) {
                if (!take(object)) {
                    return;
                }
            }
        }

        /** Returns false when the page is full. */
        private boolean take(FakeVersion object) {
            int end = delimiter.isEmpty() ? -1 : object.key().indexOf(delimiter, prefix.length());
            var folder = end < 0 ? "" : object.key().substring(0, end + delimiter.length());
            if (!folder.isEmpty() && (folder.equals(lastFolder) || after.startsWith(folder))) {
                last = object.key();
                return true;
            }
            if (count == limit) {
                truncated = true;
                return false;
            }
            count++;
            last = object.key();
            lastFolder = folder;
            if (folder.isEmpty()) {
                contents.open("Contents")
                        .text("Key", spelling.of(object.key()))
                        .text("LastModified", isoTime(object.lastModified()))
                        .text("ETag", ObjectCalls.quoted(object.etag()))
                        .text("Size", object.content().length)
                        .text("StorageClass", "STANDARD")
                        .close("Contents");
            } else {
                contents.open("CommonPrefixes")
                        .text("Prefix", spelling.of(folder))
                        .close("CommonPrefixes");
            }
            return true;
        }
    }

    S3Reply list(S3Request request, FakeBucket bucket) {
        var spelling = spelling(request, faults);
        var token = request.parameter("continuation-token", "");
        var after = token.isEmpty() ? request.parameter("start-after", "") : position(token);
        var answer = new Xml("ListBucketResult")
                .text("Name", faults.lists(ListingFault.NAMES_ANOTHER_BUCKET) ? "another-bucket" : bucket.name())
                .text("Prefix", spelling.of(request.parameter("prefix", "")))
                .text("MaxKeys", limit(request, "max-keys", faults));
        if (request.has("delimiter")) {
            answer.text("Delimiter", request.parameter("delimiter", ""));
        }
        if (spelling.encoded()) {
            answer.text("EncodingType", "url");
        }
        var page = new Page(request, answer, spelling, after);
        page.fill(shown(request, bucket, after));
        boolean more = faults.truncates(page.truncated);
        answer.text("KeyCount", page.count).text("IsTruncated", Boolean.toString(more));
        if (more && !faults.lists(ListingFault.FORGETS_TOKEN)) {
            answer.text("NextContinuationToken", token(faults.lists(ListingFault.REPEATS_TOKEN) ? after : page.last));
        }
        return S3Reply.xml(answer.end());
    }

    private Collection<FakeVersion> shown(S3Request request, FakeBucket bucket, String after) {
        var prefix = faults.lists(ListingFault.IGNORES_PREFIX) ? "" : request.parameter("prefix", "");
        Comparator<String> order =
                faults.lists(ListingFault.ORDERS_BY_UTF16) ? Comparator.naturalOrder() : ObjectKey::compareUtf8;
        NavigableMap<String, FakeVersion> shown = new TreeMap<>(order);
        boolean later = !request.parameter("continuation-token", "").isEmpty();
        bucket.versions().tailMap(prefix, true).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(prefix))
                .filter(entry -> order.compare(entry.getKey(), after) > 0)
                .filter(entry -> !entry.getValue().get(0).isMarker())
                .filter(entry -> !faults.omits(entry.getKey(), later))
                .forEach(entry -> shown.put(entry.getKey(), entry.getValue().get(0)));
        return shown.values();
    }

    private static String token(String last) {
        return Base64.getUrlEncoder().encodeToString(("after " + last).getBytes(UTF_8));
    }

    private static String position(String token) {
        return new String(Base64.getUrlDecoder().decode(token), UTF_8).substring("after ".length());
    }
}
