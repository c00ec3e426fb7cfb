package io.fdlkeeper.withdrawal.proof;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a certificate as a page that stands alone: no script, nothing loaded, fit for printing, made from the document alone. */
final class CertificatePage {

    private static final String STYLE =
            "body{font:16px/1.5 sans-serif;max-width:56em;margin:2em auto;padding:0 1em;color:#1a1a1a;"
                    + "background:#fff}table{border-collapse:collapse;width:100%;margin:.5em 0}th,td{border:1px solid #767676;"
                    + "padding:.3em .6em;text-align:left;vertical-align:top}th{background:#f2f2f2}code{word-break:break-all}"
                    + ".loud{border:3px solid #8b0000;padding:.2em 1em}caption{text-align:left;font-weight:bold;padding:.3em 0}"
                    + "@media print{body{margin:0;max-width:none}tr{break-inside:avoid}}";

    private final Map<String, Object> certificate;
    private final StringBuilder page = new StringBuilder();

    CertificatePage(Map<String, Object> certificate) {
        this.certificate = certificate;
    }

    String html() {
        String title = "Withdrawal " + text(certificate.get("case"));
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width\"><title>")
                .append(title)
                .append("</title><style>")
                .append(STYLE)
                .append("</style></head><body><main>\n<h1>Certificate of withdrawal</h1>\n");
        happened();
        gone();
        left();
        checked();
        approved();
        times();
        searched();
        items();
        page.append("<h2>What to know</h2>\n<ul>");
        list(certificate, "statements")
                .forEach(one -> page.append("<li>").append(text(one)).append("</li>"));
        page.append("</ul>\n");
        howToCheck();
        return page.append("</main></body></html>\n").toString();
    }

    private void happened() {
        Map<String, Object> request = map(certificate, "request");
        String state = String.valueOf(certificate.get("state"));
        page.append("<h2>What happened</h2>\n<p>Data of the class <strong>")
                .append(text(request.get("reason")))
                .append("</strong> was published by mistake. It was known of since ")
                .append(text(request.get("awareSince")))
                .append(" and removed under the case <code>")
                .append(text(certificate.get("case")))
                .append("</code>. ")
                .append(
                        switch (state) {
                            case "COMPLETE" -> "The case is complete: nothing known here is left.";
                            case "COMPLETE_WITH_RESIDUE" ->
                                "What this system can remove is gone; <strong>something is left that others must act"
                                        + " on</strong>, listed below.";
                            default -> "The case is <strong>" + text(state) + "</strong>.";
                        })
                .append(" This is certificate ")
                .append(text(certificate.get("certificate")))
                .append(", issued at ")
                .append(text(certificate.get("issuedAt")))
                .append(".</p>\n");
        Map<String, Object> before = map(certificate, "supersedes");
        if (!before.isEmpty()) {
            page.append("<p>It takes the place of an earlier certificate, whose SHA-256 is <code>")
                    .append(text(before.get("digest")))
                    .append("</code>.</p>\n");
        }
        Map<String, Object> back = map(certificate, "reappeared");
        if (!back.isEmpty()) {
            page.append("<div class=\"loud\" role=\"note\"><p><strong>What was withdrawn is back</strong>, seen at ")
                    .append(text(back.get("at")))
                    .append(". What is said below was true before.</p><ul>");
            list(back, "what")
                    .forEach(one -> page.append("<li>").append(text(one)).append("</li>"));
            page.append("</ul></div>\n");
        }
    }

    private void gone() {
        Map<String, Object> totals = map(certificate, "totals");
        page.append("<h2>What is gone</h2>\n<p>")
                .append(text(totals.get("dataFilesDeleted")))
                .append(" data files with ")
                .append(text(totals.get("rowsDeleted")))
                .append(" matching rows, ")
                .append(text(totals.get("catalogsDeleted")))
                .append(" catalogs and ")
                .append(text(totals.get("tagsDeleted")))
                .append(" tags were deleted, ")
                .append(text(totals.get("bytesDeleted")))
                .append(" bytes in all. ")
                .append(text(totals.get("versionsMarked")))
                .append(" versions carry the mark &ldquo;withdrawn&rdquo; in their place.</p>\n");
        List<?> stayed = list(certificate, "marksThatStayed");
        if (!stayed.isEmpty()) {
            page.append("<p>These versions carried the mark of retention before and keep it: ")
                    .append(codes(stayed))
                    .append(".</p>\n");
        }
        table("Every step and how it ended", List.of("Step", "How many"), map(certificate, "outcomes"));
    }

    private void left() {
        page.append("<h2>What is left, and who must act</h2>\n");
        List<?> residue = list(certificate, "residue");
        if (residue.isEmpty()) {
            page.append("<p>Nothing that is known here is left.</p>\n");
        } else {
            rows("Left over", residue, List.of("id", "subject", "why", "owner", "due", "open"));
        }
        page.append("<p>Copies that readers made before, and caches nobody registered, are out of reach.</p>\n");
    }

    private void checked() {
        Map<String, Object> verification = map(certificate, "verification");
        page.append("<h2>How it was checked</h2>\n<p>After the deletion, everything was looked at again with fresh"
                        + " connections and the search was repeated: ")
                .append(
                        isZero(verification, "found")
                                ? "it found nothing."
                                : "<strong>it still found " + text(verification.get("found"))
                                        + "</strong> files and versions, which stand among what is left.");
        if (!isZero(verification, "selectorsNotAsked")) {
            page.append(" It could not ask ")
                    .append(text(verification.get("selectorsNotAsked")))
                    .append(" of the selectors, since what they name is nowhere any more.");
        }
        page.append("</p>\n");
        table("What was looked at", List.of("What", "Seen"), verification);
    }

    private void approved() {
        Map<String, Object> authorisation = map(certificate, "authorisation");
        List<?> approvals = list(authorisation, "approvals");
        page.append("<h2>Who approved it</h2>\n<p>The rule asked for ")
                .append(text(authorisation.get("approvalsNeeded")))
                .append(" approval(s) of the plan <code>")
                .append(text(authorisation.get("plan")))
                .append("</code>.</p>\n");
        if (Boolean.TRUE.equals(authorisation.get("breakGlass"))) {
            page.append("<p class=\"loud\"><strong>Break-glass:</strong> one person did what two should.</p>\n");
        }
        if (approvals.isEmpty()) {
            page.append("<p>Nobody approved it.</p>\n");
            return;
        }
        if (Boolean.FALSE.equals(authorisation.get("allVerified"))) {
            page.append("<p>An approval that is not verified is a name only: no signature stands behind it.</p>\n");
        }
        rows("Approvals", approvals, List.of("by", "at", "verified", "key", "breakGlass"));
    }

    private void times() {
        page.append("<h2>Times and deadlines</h2>\n");
        table("Deadlines", List.of("What", "When, or whether it was kept"), map(certificate, "deadlines"));
        table("The case", List.of("What", "When or what"), map(certificate, "request"));
        Map<String, Object> guard = map(certificate, "guard");
        page.append("<p>")
                .append(
                        Boolean.TRUE.equals(guard.get("on"))
                                ? "New versions are looked at for the same data until " + text(guard.get("until")) + "."
                                : "New versions are not looked at for the same data.")
                .append("</p>\n");
    }

    private void searched() {
        page.append("<h2>Where was looked</h2>\n");
        for (Object one : list(certificate, "scope")) {
            Map<String, Object> scope = asMap(one);
            table("Repository " + scope.get("repository"), List.of("What", "Value"), scope);
            List<?> versions = list(scope, "versions");
            if (!versions.isEmpty()) {
                rows("Versions that held it", versions, List.of("id", "because"));
            }
        }
    }

    private void items() {
        List<?> items = list(certificate, "items");
        if (!items.isEmpty()) {
            page.append("<h2>Every item</h2>\n");
            rows("Items", items, List.of("id", "action", "version", "keyHash", "bytes", "result"));
        }
    }

    private void howToCheck() {
        Map<String, Object> issuer = map(certificate, "issuer");
        page.append("<h2>How to check this page</h2>\n<p>This page proves nothing by itself. It is made from"
                        + " <code>certificate.json</code>, which is signed: check that file with <code>fdl-keeper certificate verify"
                        + " certificate.json</code>, or with <code>ssh-keygen -Y verify -f allowed_signers -I "
                        + Certificate.SIGNER + " -n " + Certificate.NAMESPACE
                        + " -s certificate.json.sig &lt; certificate.json</code>. The key that signs is <code>")
                .append(text(issuer.get("key")))
                .append("</code>: ask whoever runs the keeper whether it is theirs. Its audit log had ")
                .append(text(issuer.get("auditEntries")))
                .append(" entries, the last of them <code>")
                .append(text(issuer.get("auditHead")))
                .append("</code>.</p>\n");
    }

    private void table(String caption, List<String> heads, Map<String, Object> members) {
        head(caption, heads);
        members.forEach((name, value) -> {
            if (!(value instanceof List<?>)) {
                page.append("<tr><th scope=\"row\">")
                        .append(text(name))
                        .append("</th><td>")
                        .append(text(value))
                        .append("</td></tr>\n");
            }
        });
        page.append("</tbody></table>\n");
    }

    private void rows(String caption, List<?> rows, List<String> columns) {
        head(caption, columns);
        for (Object row : rows) {
            Map<String, Object> members = asMap(row);
            page.append("<tr>");
            for (String column : columns) {
                Object value = members.getOrDefault(column, "");
                page.append("<td>")
                        .append(value instanceof List<?> all ? codes(all) : text(value))
                        .append("</td>");
            }
            page.append("</tr>\n");
        }
        page.append("</tbody></table>\n");
    }

    private void head(String caption, List<String> columns) {
        page.append("<table><caption>").append(text(caption)).append("</caption><thead><tr>");
        columns.forEach(
                column -> page.append("<th scope=\"col\">").append(text(column)).append("</th>"));
        page.append("</tr></thead><tbody>\n");
    }

    private static String codes(List<?> all) {
        StringBuilder out = new StringBuilder();
        all.forEach(one -> out.append(out.isEmpty() ? "" : ", ")
                .append("<code>")
                .append(text(one))
                .append("</code>"));
        return out.toString();
    }

    private static Map<String, Object> map(Map<String, Object> of, String name) {
        return asMap(of.getOrDefault(name, Map.of()));
    }

    @SuppressWarnings("unchecked") // read by CanonicalReader, whose objects are maps with text keys
    private static Map<String, Object> asMap(Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }

    private static List<?> list(Map<String, Object> of, String name) {
        return of.getOrDefault(name, List.of()) instanceof List<?> all ? all : List.of();
    }

    private static boolean isZero(Map<String, Object> of, String name) {
        return Long.valueOf(0).equals(of.get(name));
    }

    private static String text(@Nullable Object value) {
        String plain = Boolean.TRUE.equals(value) ? "yes" : Boolean.FALSE.equals(value) ? "no" : String.valueOf(value);
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
