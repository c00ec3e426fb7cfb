package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.StoreRequests;
import java.time.Duration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/** Tells of each request and how it ended. The library's own retries are off, so each is one attempt. */
final class Telling implements ExecutionInterceptor {

    private static final ExecutionAttribute<Long> BEGAN = new ExecutionAttribute<>("fdl-keeper.began");

    private final StoreRequests requests;

    Telling(StoreRequests requests) {
        this.requests = requests;
    }

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        attributes.putAttribute(BEGAN, System.nanoTime());
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        requests.answered(operation(attributes), StoreRequests.OK, took(attributes));
    }

    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
        if (context.exception() instanceof SdkException failure) {
            Fault fault = Fault.of(failure);
            requests.answered(operation(attributes), code(fault), took(attributes));
            if (fault.is(Fault.Kind.THROTTLED)) {
                requests.throttled(operation(attributes));
            }
        } else {
            requests.answered(operation(attributes), StoreRequests.NO_ANSWER, took(attributes));
        }
    }

    private static String code(Fault fault) {
        if (!fault.code().isEmpty()) {
            return fault.code();
        }
        return fault.status() == 0 ? StoreRequests.NO_ANSWER : Integer.toString(fault.status());
    }

    private static String operation(ExecutionAttributes attributes) {
        String name = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
        return name == null ? "unknown" : name;
    }

    private static Duration took(ExecutionAttributes attributes) {
        Long began = attributes.getAttribute(BEGAN);
        return began == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - began);
    }
}
