package io.fdlkeeper.store.s3.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.S3Object;

/** What a server makes of keys, and of pages of them. */
final class ListingChecks {

    private static final List<String> ODD =
            List.of("a b", "a%41", "a&b", "a+b", "plain", "\u00e9", "\u00e9x", "\uff5e", "\ud83d\ude00");

    private ListingChecks() {}

    static String order(Probe probe) {
        probe.put("\ud83d\ude00", "x");
        probe.put("\uff5e", "x");
        var keys = list(probe, 1_000);
        return keys.equals(List.of("\uff5e", "\ud83d\ude00")) ? "UTF-8" : "UTF-16";
    }

    static String inThrees(Probe probe) {
        return countOnPagesOf(3, probe);
    }

    static String inOnes(Probe probe) {
        return countOnPagesOf(1, probe);
    }

    private static String countOnPagesOf(int size, Probe probe) {
        ODD.forEach(key -> probe.put(key, "x"));
        try {
            var listed = new TreeSet<>(list(probe, size));
            listed.retainAll(ODD);
            return Integer.toString(listed.size());
        } catch (SdkServiceException e) {
            return "status " + e.statusCode();
        }
    }

    private static List<String> list(Probe probe, int pageSize) {
        return probe
                .client()
                .listObjectsV2Paginator(request ->
                        request.bucket(probe.bucket()).maxKeys(pageSize).encodingType(EncodingType.URL))
                .contents()
                .stream()
                .map(S3Object::key)
                .toList();
    }

    /** Puts a key and tells what a listing makes of it. */
    static String key(Probe probe, String key) {
        try {
            probe.put(key, "x");
        } catch (SdkServiceException e) {
            return "refused (" + e.statusCode() + ")";
        }
        try {
            var keys = list(probe, 1_000);
            return keys.equals(List.of(key))
                    ? "kept"
                    : keys.isEmpty() ? "lost" : "becomes `" + shown(keys.get(0)) + "`";
        } catch (SdkException e) {
            return "cannot be listed";
        }
    }

    private static String shown(String key) {
        var shown = new StringBuilder();
        key.codePoints()
                .forEach(c -> shown.append(c < 0x20 || c > 0x7e ? "U+%04X".formatted(c) : Character.toString(c)));
        return shown.toString();
    }

    static String header(Probe probe, String name) {
        var put = probe.client()
                .putObject(request -> request.bucket(probe.bucket()).key("a"), RequestBody.fromString("x"));
        return put.sdkHttpResponse().firstMatchingHeader(name).isPresent() ? "sent" : "missing";
    }

    static String uploadsByPrefix(Probe probe) {
        probe.client()
                .createMultipartUpload(request -> request.bucket(probe.bucket()).key("folder/a"));
        var counts = new ArrayList<Integer>();
        for (var prefix : List.of("", "folder/")) {
            counts.add(probe.client()
                    .listMultipartUploads(
                            request -> request.bucket(probe.bucket()).prefix(prefix))
                    .uploads()
                    .size());
        }
        return counts.get(0) + ", " + counts.get(1);
    }
}
