package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.hold.Loss;
import io.fdlkeeper.repository.VersionId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Adds and releases holds and records losses, each with who did it and why in the audit log. */
public final class KeepHolds {

    private final Workplace workplace;

    public KeepHolds(Workplace workplace) {
        this.workplace = workplace;
    }

    public List<Hold> list(ManagedRepository repository) {
        return workplace.state().holds().list(repository.location());
    }

    /** Adds a hold, which counts from the next look of any run on. */
    public Hold add(
            ManagedRepository repository, String actor, HoldTarget target, String reason, Optional<Instant> until) {
        Hold hold = new Hold(
                workplace.ids().get(), target, reason, actor, workplace.clock().instant(), until);
        workplace.state().holds().add(repository.location(), hold);
        audit(repository, actor, "hold-added", Map.of("hold", hold.id(), "target", auditable(target.text())));
        return hold;
    }

    /** Releases a hold; false when there is none of that id. */
    public boolean release(ManagedRepository repository, String actor, String id) {
        boolean released = workplace.state().holds().release(repository.location(), id);
        if (released) {
            audit(repository, actor, "hold-released", Map.of("hold", id));
        }
        return released;
    }

    /** Records that a file, or every missing file of a version, is known to be lost. */
    public Loss recordLoss(ManagedRepository repository, String actor, String target, String reason) {
        Loss loss = new Loss(target, reason, actor, workplace.clock().instant());
        workplace.state().losses().record(repository.location(), loss);
        audit(repository, actor, "loss-recorded", Map.of("target", auditable(target)));
        return loss;
    }

    /** A key can hold a column's value, so only its keyed hash is written down for good. */
    private String auditable(String target) {
        return VersionId.isValid(target) || target.startsWith("refs/")
                ? target
                : "key:" + workplace.state().keyHash(target);
    }

    private void audit(ManagedRepository repository, String actor, String action, Map<String, String> details) {
        workplace
                .state()
                .audit()
                .append(new AuditEvent(workplace.clock().instant(), actor, repository.location(), action, details));
    }
}
