package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.audit.AuditCheckpoint;
import io.fdlkeeper.audit.AuditLog;
import io.fdlkeeper.withdrawal.Signing;
import java.time.Clock;
import java.util.List;

/** Signs how far the audit log has come, so that a log that was cut or written anew shows. */
public final class Checkpoints {

    private final AuditLog audit;
    private final Signing signing;
    private final Clock clock;

    public Checkpoints(AuditLog audit, Signing signing, Clock clock) {
        this.audit = audit;
        this.signing = signing;
        this.clock = clock;
    }

    /**
     * Signs the newest entry, unless a checkpoint says so already or there is none.
     *
     * @throws RuntimeException where the log is not whole; nothing is signed then
     */
    public void write() {
        AuditAccount account = audit.account();
        List<AuditCheckpoint> kept = account.checkpoints();
        boolean signed = !kept.isEmpty() && kept.get(kept.size() - 1).entries() == account.entries();
        if (signed || account.entries() == 0) {
            return;
        }
        var now = clock.instant();
        byte[] message = AuditCheckpoint.message(account.entries(), account.hash(), now);
        audit.keep(new AuditCheckpoint(
                account.entries(), account.hash(), now, signing.sign(AuditCheckpoint.NAMESPACE, message)));
    }
}
