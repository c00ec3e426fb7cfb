package io.fdlkeeper.store.s3.fake;

import java.util.List;

/** What a request asks for, told from its method and its query. */
public enum S3Operation {
    CALLER_IDENTITY,
    CREATE_BUCKET,
    HEAD_BUCKET,
    GET_LOCATION,
    GET_VERSIONING,
    PUT_VERSIONING,
    GET_LOCK_CONFIGURATION,
    PUT_LOCK_CONFIGURATION,
    LIST,
    LIST_VERSIONS,
    LIST_UPLOADS,
    DELETE_BATCH,
    PUT,
    GET,
    HEAD,
    DELETE,
    CREATE_UPLOAD,
    UPLOAD_PART,
    COMPLETE_UPLOAD,
    ABORT_UPLOAD,
    LIST_PARTS,
    GET_RETENTION,
    PUT_RETENTION,
    GET_LEGAL_HOLD,
    PUT_LEGAL_HOLD,
    OTHER;

    private record Shape(String method, boolean ofObject, String query, S3Operation operation) {}

    /** The first that fits counts; an empty query word fits every query. */
    private static final List<Shape> SHAPES = List.of(
            new Shape("GET", false, "location", GET_LOCATION),
            new Shape("GET", false, "versioning", GET_VERSIONING),
            new Shape("PUT", false, "versioning", PUT_VERSIONING),
            new Shape("GET", false, "object-lock", GET_LOCK_CONFIGURATION),
            new Shape("PUT", false, "object-lock", PUT_LOCK_CONFIGURATION),
            new Shape("GET", false, "list-type", LIST),
            new Shape("GET", false, "versions", LIST_VERSIONS),
            new Shape("GET", false, "uploads", LIST_UPLOADS),
            new Shape("POST", false, "delete", DELETE_BATCH),
            new Shape("PUT", false, "", CREATE_BUCKET),
            new Shape("HEAD", false, "", HEAD_BUCKET),
            new Shape("POST", true, "uploads", CREATE_UPLOAD),
            new Shape("PUT", true, "uploadId", UPLOAD_PART),
            new Shape("POST", true, "uploadId", COMPLETE_UPLOAD),
            new Shape("DELETE", true, "uploadId", ABORT_UPLOAD),
            new Shape("GET", true, "uploadId", LIST_PARTS),
            new Shape("GET", true, "retention", GET_RETENTION),
            new Shape("PUT", true, "retention", PUT_RETENTION),
            new Shape("GET", true, "legal-hold", GET_LEGAL_HOLD),
            new Shape("PUT", true, "legal-hold", PUT_LEGAL_HOLD),
            new Shape("PUT", true, "", PUT),
            new Shape("GET", true, "", GET),
            new Shape("HEAD", true, "", HEAD),
            new Shape("DELETE", true, "", DELETE));

    static S3Operation of(S3Request request) {
        if (request.bucket().isEmpty()) {
            return request.bodyText().contains("Action=GetCallerIdentity") ? CALLER_IDENTITY : OTHER;
        }
        return SHAPES.stream()
                .filter(shape -> shape.method().equals(request.method())
                        && shape.ofObject() == !request.key().isEmpty()
                        && (shape.query().isEmpty() || request.query().containsKey(shape.query())))
                .findFirst()
                .map(Shape::operation)
                .orElse(OTHER);
    }
}
