package io.fdlkeeper.store.s3;

import java.io.IOException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * What went wrong with a request, judged loosely: stores differ in their words.
 *
 * @param code    the store's error code, empty where it gave none
 * @param message the store's own words, or those of the connection
 */
record Fault(Kind kind, int status, String code, String message) {

    enum Kind {
        /** No such key, version or upload. */
        ABSENT,
        /** A condition did not hold. */
        PRECONDITION,
        /** Another write raced with this one: nothing may have landed, and asking again is right. */
        CONFLICT,
        /** Permission, lock, hold. */
        DENIED,
        /** The credentials themselves are not good. */
        CREDENTIALS,
        NO_BUCKET,
        WRONG_REGION,
        /** The store asks to be asked less. */
        THROTTLED,
        /** No answer, or an error that passes; a write may have landed or not. */
        TRANSIENT,
        NOT_IMPLEMENTED,
        MISSING_MD5,
        /** Our clock differs too much from the store's for a signature to count. */
        SKEWED,
        OTHER
    }

    /** Codes in lower case, letters and digits alone, as stores spell them differently. */
    private static final Map<String, Kind> CODES = Map.ofEntries(
            Map.entry("slowdown", Kind.THROTTLED),
            Map.entry("throttling", Kind.THROTTLED),
            Map.entry("throttlingexception", Kind.THROTTLED),
            Map.entry("throttled", Kind.THROTTLED),
            Map.entry("requestlimitexceeded", Kind.THROTTLED),
            Map.entry("toomanyrequests", Kind.THROTTLED),
            Map.entry("toomanyrequestsexception", Kind.THROTTLED),
            Map.entry("bandwidthlimitexceeded", Kind.THROTTLED),
            Map.entry("requestthrottled", Kind.THROTTLED),
            Map.entry("serviceunavailable", Kind.THROTTLED),
            Map.entry("503slowdown", Kind.THROTTLED),
            Map.entry("internalerror", Kind.TRANSIENT),
            Map.entry("internalservererror", Kind.TRANSIENT),
            Map.entry("requesttimeout", Kind.TRANSIENT),
            Map.entry("requesttimeoutexception", Kind.TRANSIENT),
            Map.entry("incompletebody", Kind.TRANSIENT),
            Map.entry("invalidaccesskeyid", Kind.CREDENTIALS),
            Map.entry("signaturedoesnotmatch", Kind.CREDENTIALS),
            Map.entry("invalidtoken", Kind.CREDENTIALS),
            Map.entry("invalidclienttokenid", Kind.CREDENTIALS),
            Map.entry("expiredtoken", Kind.CREDENTIALS),
            Map.entry("expiredtokenexception", Kind.CREDENTIALS),
            Map.entry("tokenrefreshrequired", Kind.CREDENTIALS),
            Map.entry("unrecognizedclientexception", Kind.CREDENTIALS),
            Map.entry("notsignedup", Kind.CREDENTIALS),
            Map.entry("xadminusernotfound", Kind.CREDENTIALS),
            Map.entry("conditionalrequestconflict", Kind.CONFLICT),
            Map.entry("operationaborted", Kind.CONFLICT),
            Map.entry("nosuchbucket", Kind.NO_BUCKET),
            Map.entry("nosuchkey", Kind.ABSENT),
            Map.entry("nosuchversion", Kind.ABSENT),
            Map.entry("nosuchupload", Kind.ABSENT),
            Map.entry("notimplemented", Kind.NOT_IMPLEMENTED),
            Map.entry("unsupportedoperation", Kind.NOT_IMPLEMENTED),
            Map.entry("permanentredirect", Kind.WRONG_REGION),
            Map.entry("authorizationheadermalformed", Kind.WRONG_REGION),
            Map.entry("illegallocationconstraintexception", Kind.WRONG_REGION),
            Map.entry("accessdenied", Kind.DENIED),
            Map.entry("forbidden", Kind.DENIED));

    static Fault of(SdkException e) {
        if (e instanceof AwsServiceException service) {
            var details = service.awsErrorDetails();
            var code = details == null || details.errorCode() == null ? "" : details.errorCode();
            var words = details == null || details.errorMessage() == null ? "" : details.errorMessage();
            return new Fault(kind(service.statusCode(), code, words), service.statusCode(), code, words);
        }
        return ofConnection(e);
    }

    /** Judges one key's error inside of a batch answer. */
    static Fault ofKey(String code, String message) {
        var digits = code.replaceAll("\\D", "");
        int status = digits.length() >= 3 ? Integer.parseInt(digits.substring(0, 3)) : 0;
        return new Fault(kind(status, code, message), status, code, message);
    }

    private static Kind kind(int status, String code, String words) {
        var plain = code.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        var known = CODES.get(plain);
        return known == null ? ofWords(status, plain, words.toLowerCase(Locale.ROOT)) : known;
    }

    /** Judges a code that only some store has, by what is in it, and by what is said beside it. */
    private static Kind ofWords(int status, String code, String said) {
        if (code.contains("requesttimetooskewed")) {
            return Kind.SKEWED;
        }
        if (code.contains("md5") && !code.equals("badmd5") || said.contains("content-md5") && status == 400) {
            return Kind.MISSING_MD5;
        }
        if (code.contains("preconditionfailed")) {
            return Kind.PRECONDITION;
        }
        if (said.contains("worm protected") || said.contains("object lock") || said.contains("legal hold")) {
            return Kind.DENIED;
        }
        return ofStatus(status);
    }

    private static Kind ofStatus(int status) {
        return switch (status) {
            case 301, 307 -> Kind.WRONG_REGION;
            case 401, 403 -> Kind.DENIED;
            case 409 -> Kind.CONFLICT;
            case 412 -> Kind.PRECONDITION;
            case 429, 503 -> Kind.THROTTLED;
            case 405, 501 -> Kind.NOT_IMPLEMENTED;
            case 408, 500, 502, 504 -> Kind.TRANSIENT;
            default -> Kind.OTHER;
        };
    }

    private static Fault ofConnection(SdkException e) {
        var words = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        var lower = words.toLowerCase(Locale.ROOT);
        if (lower.contains("unable to load credentials")
                || lower.contains("unable to load profile")
                || lower.contains("profile file contained no credentials")) {
            // The library tells what each link of its chain says; where to look is enough.
            return new Fault(
                    Kind.CREDENTIALS,
                    0,
                    "",
                    lower.contains("providers in the chain")
                            ? "there are none in variables, profile, web identity, container or machine"
                            : words);
        }
        if (lower.contains("unable to load region")) {
            return new Fault(Kind.WRONG_REGION, 0, "", "no region is set in variables or profile");
        }
        if (e instanceof ApiCallAttemptTimeoutException || e instanceof ApiCallTimeoutException) {
            return new Fault(Kind.TRANSIENT, 0, "", "no answer in time");
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException) {
                return new Fault(Kind.TRANSIENT, 0, "", "there is no host " + cause.getMessage());
            }
            if (cause instanceof IOException) {
                return new Fault(
                        Kind.TRANSIENT,
                        0,
                        "",
                        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
            }
        }
        return new Fault(Kind.OTHER, 0, "", words);
    }

    boolean is(Kind other) {
        return kind == other;
    }

    /** Tells whether asking again can help. */
    boolean passes() {
        return kind == Kind.TRANSIENT || kind == Kind.THROTTLED || kind == Kind.SKEWED;
    }

    /** The store's own words, short. */
    String words() {
        var text = message.isEmpty() ? code : code.isEmpty() ? message : code + ": " + message;
        return text.isEmpty()
                ? "status " + status
                : text.replaceAll("\\s+", " ").strip();
    }
}
