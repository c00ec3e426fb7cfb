package io.fdlkeeper.histories;

import io.fdlkeeper.catalog.fake.CatalogText;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One version as its writer means it.
 *
 * @param text  its main catalog
 * @param extra rows in a further catalog
 */
record Commit(
        String id,
        Optional<String> parent,
        Instant madeAt,
        boolean newerTool,
        CatalogText text,
        Optional<CatalogText> extra) {

    static final String WEB = "https://mirror.example/lake/";

    String folder() {
        return "versions/" + id + "/";
    }

    String mainName() {
        return newerTool ? "metadata.db" : "ducklake.duckdb";
    }

    String mainKey() {
        return folder() + mainName();
    }

    String extraKey() {
        return folder() + "catalogs/extra.duckdb";
    }

    /** Returns all that its catalogs name. */
    Set<String> names() {
        Set<String> names = new TreeSet<>(names(text));
        extra.ifPresent(more -> names.addAll(names(more)));
        return names;
    }

    /** Returns the keys that a catalog's rows keep from going, by this test's own reading of the format. */
    static Set<String> names(CatalogText text) {
        Set<String> names = new TreeSet<>();
        for (CatalogText.Row row : text.rows()) {
            switch (row.kind()) {
                case DATA, DELETE -> names.add(row.text());
                case WEB -> names.add(row.text().substring(WEB.length()));
                case LOOSE -> names.add("data/main/" + row.text());
                case SCHEDULED, EXTERNAL, VIEW, INLINED -> {}
            }
        }
        return names;
    }

    String record() {
        byte[] catalog = text.bytes();
        return "{\"fdl\":\"0.1\",\"id\":\"" + id + "\",\"seq\":1,\"parents\":["
                + parent.map(known -> "\"" + known + "\"").orElse("") + "],\"created_at\":\"" + madeAt
                + "\",\"message\":\"m\",\""
                + (newerTool ? "metadata" : "catalog") + "\":{\"path\":\"" + mainName() + "\",\"bytes\":"
                + catalog.length
                + ",\"sha256\":\"" + sha256(catalog) + "\"}}";
    }

    String dataset() {
        boolean rows = text.rows().stream()
                .anyMatch(row -> row.kind() != CatalogText.Kind.SCHEDULED && row.kind() != CatalogText.Kind.VIEW);
        return "{\"tables\":[{\"name\":\"t\",\"rows\":" + (rows ? 5 : 0) + "}]}";
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
