package io.fdlkeeper.fakes;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.audit.AuditLog;
import java.util.ArrayList;
import java.util.List;

final class InMemoryAudit implements AuditLog {

    private final List<AuditEvent> events;

    InMemoryAudit() {
        events = new ArrayList<>();
    }

    InMemoryAudit(InMemoryAudit other) {
        events = new ArrayList<>(other.events);
    }

    @Override
    public void append(AuditEvent event) {
        events.add(event);
    }

    @Override
    public long verify() {
        return events.size();
    }

    List<AuditEvent> events() {
        return List.copyOf(events);
    }
}
