package io.fdlkeeper.store.s3.fake;

/** The server says no, with S3's status and code. */
final class S3Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    S3Refusal(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    static S3Refusal noSuchKey() {
        return new S3Refusal(404, "NoSuchKey", "The specified key does not exist.");
    }

    static S3Refusal preconditionFailed() {
        return new S3Refusal(
                412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
    }

    static S3Refusal notImplemented() {
        return new S3Refusal(
                501, "NotImplemented", "A header you provided implies functionality that is not implemented");
    }

    static S3Refusal accessDenied(String message) {
        return new S3Refusal(403, "AccessDenied", message);
    }

    String code() {
        return code;
    }

    S3Reply reply() {
        return S3Reply.error(status, code, String.valueOf(getMessage()));
    }
}
