package io.fdlkeeper.cli;

import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.withdrawal.Signing;
import java.nio.file.Path;
import java.util.Optional;

/** Where no command gets so far that it opens anything. */
class NoSource implements KeeperSource {

    @Override
    public OpenKeeper open(KeeperOptions options) {
        throw new AssertionError("nothing is opened here");
    }

    @Override
    public KeeperOptions recall(KeeperOptions options, Optional<String> caseId) {
        throw new AssertionError("nothing is opened here");
    }

    @Override
    public void remember(KeeperOptions options, OpenKeeper keeper, String caseId) {
        throw new AssertionError("nothing is opened here");
    }

    @Override
    public Signing checking() {
        throw new AssertionError("nothing is checked here");
    }

    @Override
    public AuditAccount auditIn(Path folder) {
        throw new AssertionError("nothing is checked here");
    }

    @Override
    public Checked check(KeeperOptions options) {
        throw new AssertionError("nothing is checked here");
    }

    @Override
    public ExitCode serve(KeeperOptions options) {
        throw new AssertionError("nothing is served here");
    }

    @Override
    public Sample sample(Path folder) {
        throw new AssertionError("nothing is made here");
    }
}
