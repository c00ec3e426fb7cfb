package io.fdlkeeper.fakes;

import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.audit.AuditCheckpoint;
import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.audit.AuditLog;
import java.util.ArrayList;
import java.util.List;

final class InMemoryAudit implements AuditLog {

    private final List<AuditEvent> events;
    private final List<AuditCheckpoint> checkpoints = new ArrayList<>();

    InMemoryAudit() {
        events = new ArrayList<>();
    }

    InMemoryAudit(InMemoryAudit other) {
        events = new ArrayList<>(other.events);
        checkpoints.addAll(other.checkpoints);
    }

    @Override
    public void append(AuditEvent event) {
        events.add(event);
    }

    @Override
    public long verify() {
        return events.size();
    }

    @Override
    public AuditAccount account() {
        return new AuditAccount(events.size(), "head of " + events.size(), checkpoints);
    }

    @Override
    public void keep(AuditCheckpoint checkpoint) {
        checkpoints.add(checkpoint);
    }

    List<AuditEvent> events() {
        return List.copyOf(events);
    }
}
