package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.s3.Fault.Kind;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What the words of stores are taken for. */
class FaultTests {

    @ParameterizedTest
    @CsvSource({
        "404, NoSuchKey, , ABSENT",
        "404, NoSuchUpload, , ABSENT",
        "404, NoSuchBucket, , NO_BUCKET",
        "404, '', , OTHER",
        "412, PreconditionFailed, , PRECONDITION",
        "412, '', , PRECONDITION",
        "409, ConditionalRequestConflict, , CONFLICT",
        "403, AccessDenied, , DENIED",
        "400, InvalidRequest, Object is WORM protected and cannot be overwritten, DENIED",
        "403, InvalidAccessKeyId, , CREDENTIALS",
        "403, SignatureDoesNotMatch, , CREDENTIALS",
        "503, SlowDown, , THROTTLED",
        "429, '', , THROTTLED",
        "200, InternalError, , TRANSIENT",
        "500, '', , TRANSIENT",
        "501, NotImplemented, , NOT_IMPLEMENTED",
        "400, NotImplemented, , NOT_IMPLEMENTED",
        "400, MissingContentMD5, , MISSING_MD5",
        "400, InvalidRequest, Missing required header for this request: Content-MD5, MISSING_MD5",
        "301, PermanentRedirect, , WRONG_REGION",
        "403, RequestTimeTooSkewed, , SKEWED",
        "400, MalformedXML, , OTHER"
    })
    void storesWordsAreTakenForWhatTheyMean(int status, String code, String words, Kind kind) {
        var thrown = S3Exception.builder()
                .statusCode(status)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(words)
                        .build())
                .build();
        assertThat(Fault.of(thrown).kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "PreconditionFailed, PRECONDITION",
        "412 Precondition Failed, PRECONDITION",
        "SlowDown, THROTTLED",
        "AccessDenied, DENIED"
    })
    void keysOfABatchHaveCodesOnly(String code, Kind kind) {
        assertThat(Fault.ofKey(code, "").kind()).isEqualTo(kind);
    }

    @Test
    void whatNeverGotAnAnswerPassesAndSaysWhy() {
        var silent =
                Fault.of(SdkClientException.create("Unable to execute", new SocketTimeoutException("Read timed out")));
        assertThat(silent.passes()).isTrue();
        assertThat(silent.words()).isEqualTo("Read timed out");
        assertThat(Fault.of(SdkClientException.create("x", new UnknownHostException("s3.nowhere")))
                        .words())
                .isEqualTo("there is no host s3.nowhere");
    }

    @Test
    void lockHoldAndPermissionAreToldApart() {
        assertThat(Refusals.ofDeletion(Fault.ofKey("AccessDenied", "Access Denied")))
                .contains("the deleting identity needs s3:DeleteObject");
        assertThat(Refusals.ofDeletion(Fault.ofKey("AccessDenied", "object is protected by object lock")))
                .contains("locked until its retention ends");
        assertThat(Refusals.ofDeletion(Fault.ofKey("AccessDenied", "a legal hold is in place")))
                .contains("whoever placed it can remove it");
        assertThat(Refusals.ofDeletion(Fault.ofKey("AccessDenied", "Mfa Authentication must be used for this request")))
                .contains("a second factor");
    }
}
