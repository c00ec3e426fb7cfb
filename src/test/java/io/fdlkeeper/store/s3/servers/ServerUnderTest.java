package io.fdlkeeper.store.s3.servers;

import static org.assertj.core.api.Assertions.fail;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * Gives a test class its server, or skips it with the printed reason, and holds it to the table of deviations.
 *
 * <p>A test that the table lists for this server has to fail, so that the table stays true.
 */
public final class ServerUnderTest implements BeforeAllCallback, InvocationInterceptor {

    private final S3Server server;
    private @Nullable RunningServer running;

    private ServerUnderTest(S3Server server) {
        this.server = server;
    }

    public static ServerUnderTest of(S3Server server) {
        return new ServerUnderTest(server);
    }

    public RunningServer running() {
        if (running == null) {
            throw new IllegalStateException(server + " is not started yet");
        }
        return running;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        var start = Servers.start(server);
        if (start instanceof Servers.Start.Missing missing) {
            var reason = "skipped: " + context.getDisplayName() + ": " + missing.reason();
            System.out.println(reason);
            throw new TestAbortedException(reason);
        }
        running = ((Servers.Start.Running) start).server();
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context)
            throws Throwable {
        judge(invocation, called);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context)
            throws Throwable {
        judge(invocation, called);
    }

    private void judge(Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> called)
            throws Throwable {
        var check = called.getExecutable().getName();
        var argument = called.getArguments().isEmpty()
                ? ""
                : String.valueOf(called.getArguments().get(0));
        var deviation = Deviations.of(server, check, argument);
        if (deviation.isEmpty()) {
            invocation.proceed();
        } else {
            expectFailure(invocation, deviation.get());
        }
    }

    private static void expectFailure(Invocation<@Nullable Void> invocation, Deviation deviation) throws Throwable {
        Optional<Throwable> failure = Optional.empty();
        try {
            invocation.proceed();
        } catch (AssertionError | RuntimeException e) {
            failure = Optional.of(e);
        }
        if (failure.isEmpty() && deviation.always()) {
            fail(deviation.server().title() + " no longer deviates in '" + deviation.check()
                    + "'; take the row out of Deviations");
        }
    }
}
