package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.audit.AuditEvent;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class AuditLogContract extends StateContract {

    AuditLogContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void emptyLogIsWhole() {
        assertThat(state.audit().verify()).isZero();
    }

    @Test
    void entriesAreCountedAcrossProcesses() {
        state.audit().append(event("hold-added"));
        state.audit().append(event("hold-released"));
        assertThat(state.audit().verify()).isEqualTo(2);
        nextProcess();
        state.audit().append(event("run-ended"));
        assertThat(state.audit().verify()).isEqualTo(3);
        nextProcess();
        assertThat(state.audit().verify()).isEqualTo(3);
    }

    private static AuditEvent event(String action) {
        return new AuditEvent(
                StateUnderTest.NOW, "tester", LAKE, action, Map.of("hold", "h1", "reason", "„so“, \"hash\":\"00\""));
    }
}
