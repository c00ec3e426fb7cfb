package io.fdlkeeper.catalog;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ways to write one address: the schemes of one kind of store, and the forms a provider's own host names take.
 *
 * <p>Each form ends in the same path, untouched, so that forms of a whole address and of a prefix can be compared as texts.
 */
public final class StoreAddress {

    private static final Pattern WITH_SCHEME =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+)://([^/\\\\?]*)(.*)", Pattern.DOTALL);
    private static final Pattern LOCAL_FILE = Pattern.compile("(?i:file):(?://(?:localhost)?)?(/.*)", Pattern.DOTALL);
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[/\\\\].*", Pattern.DOTALL);

    private static final Pattern S3_VIRTUAL =
            Pattern.compile("(.+)\\.s3(?:[.-](?:dualstack\\.)?[a-z0-9-]+)?\\.amazonaws\\.com(?:\\.cn)?");
    private static final Pattern S3_PATH =
            Pattern.compile("s3(?:[.-](?:dualstack\\.)?[a-z0-9-]+)?\\.amazonaws\\.com(?:\\.cn)?");
    private static final Pattern GCS_VIRTUAL = Pattern.compile("(.+)\\.storage\\.googleapis\\.com");
    private static final Pattern GCS_PATH = Pattern.compile("storage\\.(?:googleapis|cloud\\.google)\\.com");
    private static final Pattern R2_VIRTUAL =
            Pattern.compile("(.+)\\.[0-9a-f]{32}\\.(?:eu\\.|fedramp\\.)?r2\\.cloudflarestorage\\.com");
    private static final Pattern R2_PATH =
            Pattern.compile("[0-9a-f]{32}\\.(?:eu\\.|fedramp\\.)?r2\\.cloudflarestorage\\.com");
    private static final Pattern AZURE =
            Pattern.compile("(?:([^@/]+)@)?([^.@/]+)\\.(?:dfs|blob)\\.core\\.windows\\.net");

    private StoreAddress() {}

    /** Tells whether a text says itself where it is: a scheme, a root or a drive. */
    public static boolean isAnchored(String text) {
        return text.startsWith("/")
                || text.startsWith("\\")
                || DRIVE.matcher(text).matches()
                || LOCAL_FILE.matcher(text).matches()
                || WITH_SCHEME.matcher(text).matches();
    }

    public static boolean isHttp(String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        return lower.startsWith("http://") || lower.startsWith("https://");
    }

    /** Returns every form of an address, the text itself first. */
    public static Set<String> formsOf(String text) {
        var forms = new LinkedHashSet<String>();
        forms.add(text);
        var local = LOCAL_FILE.matcher(text);
        if (local.matches()) {
            forms.add(local.group(1));
            return forms;
        }
        var parts = WITH_SCHEME.matcher(text);
        if (parts.matches()) {
            addForms(parts, forms);
        }
        return forms;
    }

    private static void addForms(Matcher parts, Set<String> forms) {
        var scheme = parts.group(1).toLowerCase(Locale.ROOT);
        var host = parts.group(2).toLowerCase(Locale.ROOT);
        var path = parts.group(3);
        switch (scheme) {
            case "s3", "s3a", "s3n" -> forms.add("s3://" + parts.group(2) + path);
            case "gs", "gcs" -> forms.add("gs://" + parts.group(2) + path);
            case "http", "https" -> {
                var plainHost = host.replaceFirst("(?<=.):(?:80|443)$", "");
                forms.add("https://" + plainHost + path);
                addBucket(plainHost, path, forms);
                addAzure(plainHost, path, forms);
            }
            case "abfs", "abfss", "az", "azure", "wasb", "wasbs" -> addAzure(host, path, forms);
            default -> forms.add(scheme + "://" + parts.group(2) + path);
        }
    }

    private static void addBucket(String host, String path, Set<String> forms) {
        record Provider(String scheme, Pattern virtual, Pattern path) {}
        for (var provider : List.of(
                new Provider("s3", S3_VIRTUAL, S3_PATH),
                new Provider("gs", GCS_VIRTUAL, GCS_PATH),
                new Provider("r2", R2_VIRTUAL, R2_PATH))) {
            var virtual = provider.virtual().matcher(host);
            if (provider.path().matcher(host).matches() && path.length() > 1) {
                forms.add(provider.scheme() + "://" + path.substring(1));
            } else if (virtual.matches()) {
                forms.add(provider.scheme() + "://" + virtual.group(1) + path);
            }
        }
    }

    private static void addAzure(String host, String path, Set<String> forms) {
        var azure = AZURE.matcher(host);
        if (azure.matches()) {
            var container = azure.group(1);
            forms.add("azure://" + azure.group(2) + (container == null ? "" : "/" + container) + path);
        }
    }
}
