package io.fdlkeeper.store.s3;

import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/** Keeps the library from decoding the keys of a listing by its own idea of a plus sign, and tells whether they are encoded. */
final class EncodedKeys implements ExecutionInterceptor {

    /** Set where the keys of the answer came encoded. */
    static final ExecutionAttribute<AtomicBoolean> ENCODED =
            new ExecutionAttribute<>("io.fdlkeeper.store.s3.EncodedKeys");

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        var encoded = attributes.getAttribute(ENCODED);
        if (encoded != null
                && context.response() instanceof ListObjectsV2Response page
                && page.encodingType() == EncodingType.URL) {
            encoded.set(true);
            return page.toBuilder().encodingType((EncodingType) null).build();
        }
        return context.response();
    }
}
