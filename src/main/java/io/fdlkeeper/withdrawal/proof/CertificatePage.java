package io.fdlkeeper.withdrawal.proof;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a certificate as a page that stands alone: no script, nothing loaded, fit for printing. */
final class CertificatePage {

    private static final String STYLE =
            "body{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em;color:#1a1a1a;"
                    + "background:#fff}table{border-collapse:collapse;width:100%}th,td{border:1px solid #767676;padding:.3em .6em;"
                    + "text-align:left;vertical-align:top}code{word-break:break-all}@media print{body{margin:0}}";

    private final Map<String, Object> certificate;

    CertificatePage(Map<String, Object> certificate) {
        this.certificate = certificate;
    }

    String html() {
        Map<String, Object> request = map("request");
        Map<String, Object> verification = map("verification");
        StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Withdrawal ")
                .append(escaped(certificate.get("case")))
                .append("</title><style>")
                .append(STYLE)
                .append("</style></head><body><main>\n<h1>Certificate of withdrawal</h1>\n");
        page.append("<p>Case <code>")
                .append(escaped(certificate.get("case")))
                .append("</code>, opened for the reason <strong>")
                .append(escaped(request.get("reason")))
                .append("</strong> at ")
                .append(escaped(request.get("openedAt")))
                .append(", is <strong>")
                .append(escaped(certificate.get("state")))
                .append("</strong>. This certificate was issued at ")
                .append(escaped(certificate.get("issuedAt")))
                .append(".</p>\n");
        section(page, "What is gone", table(map("outcomes"), "What was done", "How many"));
        section(
                page,
                "How it was checked",
                "<p>An independent look searched everything again and found nothing.</p>"
                        + table(verification, "What was looked at", "Seen"));
        section(page, "What is left, and who must act", residue());
        section(page, "Where was looked", scope());
        section(page, "Who approved it", approvals());
        section(page, "Times", table(request, "What", "When or what"));
        section(page, "What to know", statements());
        section(
                page,
                "How to check this",
                "<p>This page is made from <code>certificate.json</code>, which is signed. Check it with <code>fdl-keeper"
                        + " certificate verify certificate.json</code>, or with <code>ssh-keygen -Y verify -f allowed_signers -I"
                        + " fdl-keeper -n " + Certificate.NAMESPACE
                        + " -s certificate.json.sig &lt; certificate.json</code>. The key that signs is <code>"
                        + escaped(map("issuer").get("key"))
                        + "</code>: ask whoever runs the keeper whether it is theirs.</p>");
        return page.append("</main></body></html>\n").toString();
    }

    private static void section(StringBuilder page, String title, String content) {
        page.append("<h2>")
                .append(escaped(title))
                .append("</h2>\n")
                .append(content)
                .append('\n');
    }

    private String residue() {
        List<Map<String, Object>> items = list("residue");
        if (items.isEmpty()) {
            return "<p>Nothing that is known here is left.</p>";
        }
        StringBuilder rows =
                new StringBuilder("<table><thead><tr><th>What</th><th>Why</th><th>Who must act</th><th>Until"
                        + "</th><th>Open</th></tr></thead><tbody>");
        for (Map<String, Object> item : items) {
            rows.append("<tr><td>")
                    .append(escaped(item.get("subject")))
                    .append("</td><td>")
                    .append(escaped(item.get("why")))
                    .append("</td><td>")
                    .append(escaped(item.get("owner")))
                    .append("</td><td>")
                    .append(escaped(item.getOrDefault("due", "no date")))
                    .append("</td><td>")
                    .append(Boolean.TRUE.equals(item.get("open")) ? "yes" : "no")
                    .append("</td></tr>");
        }
        return rows.append("</tbody></table>").toString();
    }

    private String scope() {
        StringBuilder all = new StringBuilder();
        list("scope").forEach(one -> all.append(table(one, "What", "Value")));
        return all.toString();
    }

    private String approvals() {
        Map<String, Object> authorisation = map("authorisation");
        @SuppressWarnings("unchecked") // made by Certificate, as a list of maps
        List<Map<String, Object>> approvals =
                (List<Map<String, Object>>) authorisation.getOrDefault("approvals", List.of());
        if (approvals.isEmpty()) {
            return "<p>The policy asked for no approval.</p>";
        }
        StringBuilder rows = new StringBuilder();
        approvals.forEach(one -> rows.append(table(one, "What", "Value")));
        return rows.toString();
    }

    private String statements() {
        StringBuilder all = new StringBuilder("<ul>");
        ((List<?>) certificate.getOrDefault("statements", List.of()))
                .forEach(
                        sentence -> all.append("<li>").append(escaped(sentence)).append("</li>"));
        return all.append("</ul>").toString();
    }

    private static String table(Map<String, Object> members, String left, String right) {
        StringBuilder rows = new StringBuilder("<table><thead><tr><th scope=\"col\">" + escaped(left)
                + "</th><th scope=\"col\">" + escaped(right) + "</th></tr></thead><tbody>");
        members.forEach((name, value) -> {
            if (!(value instanceof List<?>)) {
                rows.append("<tr><th scope=\"row\">")
                        .append(escaped(name))
                        .append("</th><td><code>")
                        .append(escaped(value))
                        .append("</code></td></tr>");
            }
        });
        return rows.append("</tbody></table>").toString();
    }

    @SuppressWarnings("unchecked") // made by Certificate
    private Map<String, Object> map(String name) {
        return (Map<String, Object>) certificate.getOrDefault(name, Map.of());
    }

    @SuppressWarnings("unchecked") // made by Certificate
    private List<Map<String, Object>> list(String name) {
        return (List<Map<String, Object>>) certificate.getOrDefault(name, List.of());
    }

    private static String escaped(@Nullable Object value) {
        return String.valueOf(value)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
