package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo of a withdrawal, and what it says against a look that knows nothing of the keeper. */
class WithdrawalDemoTests {

    /** The beginning alone, since a compressed file may break the address after it. */
    private static final String VALUE = "not-for-publication";

    @TempDir
    private Path folder;

    @Test
    void itGoesFromTheReportToTheCertificateAndTheValueIsNowhereAfterwards() throws IOException, SQLException {
        var demo = Commands.in(folder).run("demo", "--withdrawal", "--json");
        assertThat(demo.code()).as(demo.err()).isZero();
        var shown = demo.json();
        assertThat(states(shown))
                .containsExactly(
                        "DRAFT",
                        "FOUND",
                        "BLOCKED",
                        "FOUND",
                        "AWAITING_APPROVAL",
                        "AWAITING_APPROVAL",
                        "APPROVED",
                        "VERIFYING",
                        "COMPLETE",
                        "COMPLETE");
        assertThat(shown.get("before").get("filesHoldingTheValue")).isNotEmpty();
        assertThat(shown.get("after").get("filesHoldingTheValue")).isEmpty();
        assertThat(holdingTheValue()).isEmpty();
        assertThat(rowsWithTheValue()).isZero();
        assertThat(demo.out() + demo.err()).doesNotContain(VALUE);
    }

    @Test
    void versionsBeforeAndAfterTheLeakStayAndTheOthersSayWhy() throws IOException {
        var shown = Commands.in(folder).run("demo", "--withdrawal", "--json").json();
        var withdrawn = new TreeSet<String>();
        var live = new TreeSet<String>();
        try (var versions = Files.list(repository().resolve("versions"))) {
            for (var version : versions.toList()) {
                boolean marked = Files.exists(version.resolve("expired.json"));
                assertThat(Files.exists(version.resolve("ducklake.duckdb"))).isEqualTo(!marked);
                assertThat(version.resolve("version.json")).exists();
                if (marked) {
                    assertThat(Files.readString(version.resolve("expired.json")))
                            .contains("\"withdrawn\"");
                }
                (marked ? withdrawn : live).add(version.getFileName().toString());
            }
        }
        assertThat(withdrawn).hasSize(3);
        assertThat(live).hasSize(3).contains(shown.get("cleanVersion").asText());
        assertThat(repository().resolve("refs/tags/newsletter")).doesNotExist();
        assertThat(Files.readString(repository().resolve("refs/heads/main")).strip())
                .isEqualTo(shown.get("cleanVersion").asText());
    }

    @Test
    void itsCertificateAndAuditLogAreProvedOfflineUntilAByteIsAnother() throws IOException {
        var commands = Commands.in(folder);
        var shown = commands.run("demo", "--withdrawal", "--json").json();
        assertThat(commands.run("certificate", "verify", "demo/certificate/certificate.json")
                        .code())
                .isZero();
        assertThat(commands.run("audit", "verify", "demo/state/audit").code()).isZero();
        var listed = commands.run("withdraw", "list", "--state", "demo/state", "--json");
        assertThat(listed.json().get("cases").get(0).get("case")).isEqualTo(shown.get("case"));
        var certificate = folder.resolve("demo/certificate/certificate.json");
        byte[] content = Files.readAllBytes(certificate);
        content[content.length / 3] ^= 1;
        Files.write(certificate, content);
        assertThat(commands.run("certificate", "verify", "demo/certificate/certificate.json")
                        .code())
                .isEqualTo(7);
    }

    private Path repository() {
        return folder.resolve("demo/repository");
    }

    private static List<String> states(JsonNode shown) {
        return shown.get("steps").findValuesAsText("state");
    }

    private Set<String> holdingTheValue() throws IOException {
        try (var all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file ->
                            text(file).contains(VALUE) || file.toString().contains(VALUE))
                    .map(Path::toString)
                    .collect(Collectors.toSet());
        }
    }

    /** Every byte as one character, so that nothing is lost. */
    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long rowsWithTheValue() throws SQLException {
        try (var engine = DriverManager.getConnection("jdbc:duckdb:");
                var statement = engine.prepareStatement("SELECT count(*), count(*) FILTER (contains(email, ?)) FROM"
                        + " read_parquet(?, union_by_name = true)")) {
            statement.setString(1, VALUE);
            statement.setString(2, repository().resolve("data/main/members") + "/*.parquet");
            try (var rows = statement.executeQuery()) {
                rows.next();
                assertThat(rows.getLong(1)).as("rows that are kept").isGreaterThan(700);
                return rows.getLong(2);
            }
        }
    }
}
