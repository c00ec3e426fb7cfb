package io.fdlkeeper.store.s3;

import java.io.IOException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
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

    private static final Set<String> THROTTLES = Set.of(
            "slowdown",
            "throttling",
            "throttlingexception",
            "throttled",
            "requestlimitexceeded",
            "toomanyrequests",
            "toomanyrequestsexception",
            "bandwidthlimitexceeded",
            "requestthrottled",
            "serviceunavailable",
            "503slowdown");

    private static final Set<String> TRANSIENTS = Set.of(
            "internalerror", "internalservererror", "requesttimeout", "requesttimeoutexception", "incompletebody");

    private static final Set<String> BAD_CREDENTIALS = Set.of(
            "invalidaccesskeyid",
            "signaturedoesnotmatch",
            "invalidtoken",
            "invalidclienttokenid",
            "expiredtoken",
            "expiredtokenexception",
            "tokenrefreshrequired",
            "unrecognizedclientexception",
            "notsignedup",
            "xadminusernotfound");

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
        var said = words.toLowerCase(Locale.ROOT);
        if (THROTTLES.contains(plain)) {
            return Kind.THROTTLED;
        }
        if (TRANSIENTS.contains(plain)) {
            return Kind.TRANSIENT;
        }
        if (BAD_CREDENTIALS.contains(plain)) {
            return Kind.CREDENTIALS;
        }
        if (plain.contains("requesttimetooskewed")) {
            return Kind.SKEWED;
        }
        if (plain.contains("md5") && !plain.equals("badmd5") || said.contains("content-md5") && status == 400) {
            return Kind.MISSING_MD5;
        }
        if (plain.contains("preconditionfailed")) {
            return Kind.PRECONDITION;
        }
        if (plain.equals("conditionalrequestconflict") || plain.equals("operationaborted")) {
            return Kind.CONFLICT;
        }
        if (plain.equals("nosuchbucket")) {
            return Kind.NO_BUCKET;
        }
        if (plain.equals("nosuchkey") || plain.equals("nosuchversion") || plain.equals("nosuchupload")) {
            return Kind.ABSENT;
        }
        if (plain.equals("notimplemented") || plain.equals("unsupportedoperation")) {
            return Kind.NOT_IMPLEMENTED;
        }
        if (plain.equals("permanentredirect")
                || plain.equals("authorizationheadermalformed")
                || plain.equals("illegallocationconstraintexception")) {
            return Kind.WRONG_REGION;
        }
        if (plain.equals("accessdenied")
                || plain.equals("forbidden")
                || said.contains("worm protected")
                || said.contains("object lock")
                || said.contains("legal hold")) {
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
