package io.fdlkeeper.withdrawal.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fdlkeeper.signing.SshSigning;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.Signing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A certificate says what was done, shows nobody's data, and cannot be changed unseen. */
class CertificateTests {

    /** The golden files are written anew with -Dgolden.write=true, and then to be read by a person. */
    private static final Path GOLDEN = Path.of("src/test/resources/golden/certificate");

    private final Certificate certificate = Certificate.of(CertificateStory.facts());

    private static void isGolden(String text, String name) throws IOException {
        if (Boolean.getBoolean("golden.write")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(GOLDEN.resolve(name), text);
        }
        try (InputStream golden = CertificateTests.class.getResourceAsStream("/golden/certificate/" + name)) {
            String expected = new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text).isEqualTo(expected);
        }
    }

    @Test
    void documentIsTheGoldenOne() throws IOException {
        isGolden(certificate.json(), "certificate.json");
    }

    @Test
    void pageIsTheGoldenOne() throws IOException {
        isGolden(certificate.page(), "certificate.html");
    }

    @Test
    void neitherTheValueNorAKeyIsInIt() {
        for (String text : List.of(certificate.json(), certificate.page())) {
            assertThat(text)
                    .doesNotContain(CertificateStory.VALUE)
                    .doesNotContain("data/people")
                    .doesNotContain(".parquet");
        }
    }

    @Test
    void pageOfWhatWasReadIsThePageOfWhatWasWritten() {
        assertThat(Certificate.read(certificate.json()).page()).isEqualTo(certificate.page());
    }

    @Test
    void pageLoadsNothingAndEscapesWhatPeopleTyped() {
        assertThat(certificate.page())
                .doesNotContain("<script")
                .doesNotContain("http")
                .contains("office &lt;of&gt; &quot;data&quot;")
                .contains("<html lang=\"en\">");
    }

    @Test
    void pageSaysWhatTheRepeatedSearchStillFindsOrCouldNotAsk() {
        assertThat(certificate.page()).contains("it found nothing").doesNotContain("could not ask");
        String left = certificate
                .json()
                .replace("\"found\":0", "\"found\":2")
                .replace("\"selectorsNotAsked\":0", "\"selectorsNotAsked\":1");
        assertThat(Certificate.read(left).page())
                .contains("still found 2</strong> files and versions", "could not ask 1 of the selectors")
                .doesNotContain("it found nothing");
    }

    @Test
    void eachByteThatIsChangedShows(@TempDir Path folder) {
        Signing signing = new SshSigning(folder.resolve("key"));
        byte[] document = certificate.json().getBytes(StandardCharsets.UTF_8);
        String signature = signing.sign(Certificate.NAMESPACE, document);
        assertThat(signing.signedBy(Certificate.NAMESPACE, document, signature)).isPresent();
        for (int i = 0; i < document.length; i++) {
            byte[] changed = document.clone();
            changed[i] ^= 1;
            assertThat(signing.signedBy(Certificate.NAMESPACE, changed, signature))
                    .as("byte " + i)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}x",
                "{ }",
                "{\"b\":1,\"a\":2}",
                "{\"a\":1,\"a\":1}",
                "{\"a\":01}",
                "{\"a\":1.5}",
                "{\"a\":-0}",
                "{\"a\":null}",
                "{\"a\":[1,]}",
                "{\"a\":\"\\u0041\"}",
                "{\"a\":\"\\/\"}",
                "{\"a\":\"x",
                "{\"a\"",
                "{\"a\":{\"b\":[true,false]}",
                "{\"schema\":\"another\"}"
            })
    void whatIsNotInTheOneFormIsNoCertificate(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Certificate.read(text))
                .withMessageContaining("the document");
    }

    @Test
    void documentTooDeepForUsIsRefused() {
        String deep = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        assertThatIllegalArgumentException().isThrownBy(() -> Certificate.read(deep));
    }

    @Test
    void everySignThatJsonEscapesIsReadAsItWasWritten() {
        String all = "\u0000\u001f\b\f\n\r\t\"\\/\u007f\u2028\ud83d\ude00äß";
        String text = CanonicalJson.of(java.util.Map.of("a", all, "b", List.of(-1L, true, List.of())));
        assertThat(CanonicalJson.read(text)).containsEntry("a", all);
    }

    @Test
    void successorNamesWhatItSupersedesAndWhatIsBack() {
        Certificate next = certificate.succeeded(
                "ef".repeat(32),
                CertificateStory.subject().in(CaseState.REAPPEARED),
                CertificateStory.END.plusSeconds(60),
                List.of("version 019ad000-0000-7000-8000-000000000003 shows it"));
        assertThat(next.number()).isEqualTo(2);
        assertThat(next.state()).isEqualTo("REAPPEARED");
        assertThat(next.json()).contains("ef".repeat(32)).contains("\"reappeared\":{");
        assertThat(next.page()).contains("What was withdrawn is back").contains("000000000003");
        assertThat(Certificate.read(next.json()).json()).isEqualTo(next.json());
    }
}
